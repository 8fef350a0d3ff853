import { existsSync } from "node:fs";
import { withoutCredentials } from "../config/without-credentials.ts";
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
  /** What is shown of a call may stand in a log: no password in it. */
  const shown = (targetWords: readonly string[]): string => targetWords.map(withoutCredentials).join(" ");
  const targets = words.slice(0, -1);
  const isTarget = (word: string): boolean =>
    existsSync(word) ||
    /^(?:sample:|[a-z][a-z0-9+]*:\/\/)/iu.test(word) ||
    io.configuration?.targets.has(word) === true ||
    io.configuration?.unusable.has(word) === true;
  if (targets.length === 0 && isTarget(question)) {
    throw new FuxiError("usage", `The question is missing after the target ${shown([question])}.`, {
      hint: `Write: fuxi ${command} ${shown([question])} "your question"`,
    });
  }
  if (question.trim() === "") {
    throw new FuxiError("usage", "The question is empty.", {
      hint: `Write: fuxi ${command} <target> "your question"`,
    });
  }
  const [first = "", ...further] = targets;
  if (isTarget(question) && /\s/u.test(first) && (/\?\s*$/u.test(first) || !/[./:\\=]/u.test(first))) {
    throw new FuxiError("usage", "The question stands before its target.", {
      hint: `Write the question last: fuxi ${command} ${shown([...further, question])} "${first}"`,
    });
  }
  const looksLikeTarget = (word: string): boolean => isTarget(word) || /[./:\\]/.test(word);
  const loose = further.filter((word) => !looksLikeTarget(word));
  if (loose.length > 0) {
    const spoken = looksLikeTarget(first) ? words.slice(1) : words;
    const target = looksLikeTarget(first) ? shown([first]) : "<target>";
    throw new FuxiError("usage", `"${loose[0]}" is no target.`, {
      hint: `Put the question into quotes: fuxi ${command} ${target} "${spoken.join(" ")}"`,
    });
  }
  if (targets.length > 0) return { targets, question: question.trim() };
  const { unnamedTargets } = await import("./target-from-environment.ts");
  return { targets: unnamedTargets(io), question: question.trim() };
}
