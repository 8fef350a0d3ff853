import { LONG_FORM_STRATEGIES } from "../config/strategy-switches.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { CliIo } from "./cli-io.ts";
import type { OpenedTargets } from "./open-targets.ts";

/**
 * Without a model, what the built-in rules cannot read is told before a run begins.
 * @throws FuxiError `model-not-configured` where they can read none of the targets; these are closed then
 */
export async function checkRulesSuffice(opened: OpenedTargets, io: CliIo): Promise<void> {
  const unread = opened.environments.filter(({ capabilities }) => capabilities.heuristics === undefined);
  if (unread.length === 0) return;
  const names = unread.map(({ id, kind }) => `${id} (${kind})`).join(" and ");
  if (unread.length < opened.environments.length) {
    io.err(`${io.colors.yellow("warning:")} without a model, ${names} is left out: name one with --model\n`);
    return;
  }
  await opened[Symbol.asyncDispose]();
  throw new FuxiError(
    "model-not-configured",
    `${names} cannot be asked without a language model, and none is named.`,
    {
      hint: `${NAME_ONE}; tools can be used without: fuxi tools.`,
    },
  );
}

const NAME_ONE =
  "Add --model openai/gpt-5 or the like, or --model-url http://127.0.0.1:11434/v1 --model qwen3";

/**
 * The rules answer with a value or rows; they plan nothing and write no report.
 * @throws FuxiError `model-not-configured`
 */
export function checkRulesWrite(strategy: string): void {
  if (!(LONG_FORM_STRATEGIES as readonly string[]).includes(strategy)) return;
  throw new FuxiError(
    "model-not-configured",
    "A report is planned and written by a language model, and none is named.",
    { hint: `${NAME_ONE}; fuxi ask answers simple questions without one.` },
  );
}
