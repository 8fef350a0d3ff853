import { existsSync } from "node:fs";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { CliIo } from "./cli-io.ts";

export interface TargetsAndQuestion {
  readonly targets: readonly string[];
  readonly question: string;
}

/**
 * The last word is the question, all before it are targets; with one word only, the target comes from the environment.
 * @throws FuxiError `usage` where the question is missing, or words of it stand without quotes
 */
export async function targetsAndQuestion(
  command: string,
  words: readonly string[],
  io: CliIo,
): Promise<TargetsAndQuestion> {
  const question = words.at(-1) ?? "";
  const targets = words.slice(0, -1);
  const isTarget = (word: string): boolean =>
    existsSync(word) ||
    io.configuration?.targets.has(word) === true ||
    io.configuration?.unusable.has(word) === true;
  if (targets.length === 0 && isTarget(question)) {
    throw new FuxiError("usage", `The question is missing after the target ${question}.`, {
      hint: `Write: fuxi ${command} ${question} "your question"`,
    });
  }
  if (question.trim() === "") {
    throw new FuxiError("usage", "The question is empty.", {
      hint: `Write: fuxi ${command} <target> "your question"`,
    });
  }
  const [, ...further] = targets;
  const loose = further.filter((word) => !isTarget(word) && !/[./:\\]/.test(word));
  if (loose.length > 0) {
    throw new FuxiError("usage", `"${loose[0]}" is no target.`, {
      hint: `Put the question into quotes: fuxi ${command} ${targets[0]} "${words.slice(1).join(" ")}"`,
    });
  }
  if (targets.length > 0) return { targets, question: question.trim() };
  const { unnamedTargets } = await import("./target-from-environment.ts");
  return { targets: unnamedTargets(io), question: question.trim() };
}
