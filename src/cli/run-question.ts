import { existsSync } from "node:fs";
import type { Command } from "commander";
import { withoutCredentials } from "../config/target-names.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { given } from "../util/given.ts";
import type { CliIo } from "./cli-io.ts";
import { addRunOptions, type RunOptions } from "./run-options.ts";

/** Options of a command that asks one question. */
export interface QuestionOptions extends RunOptions {
  readonly knowledge?: string;
  readonly continue?: boolean;
  readonly continueFrom?: string;
}

export function addQuestionOptions(command: Command, strategy = "react"): Command {
  return addRunOptions(
    command
      .argument("<words...>", "targets (files, URLs, sample:cinema) and, last, the question in quotes")
      .option("--knowledge <text>", "what is known beforehand (BIRD calls it evidence)")
      .option("--continue", "follow up on the last run")
      .option("--continue-from <run>", "follow up on this run"),
    strategy,
  );
}

/** Asks the question, prints the outcome, and returns the exit code. */
export async function runQuestion(
  command: string,
  words: readonly string[],
  options: QuestionOptions,
  io: CliIo,
): Promise<number> {
  const { targets, question } = await targetsAndQuestion(command, words, io);
  const { startSession } = await import("./session.ts");
  const session = await startSession({ targets, options, io });
  try {
    const follows = options.continueFrom ?? (options.continue === true ? "last" : undefined);
    return await session.ask(question, given({ oracleKnowledge: options.knowledge, follows }));
  } finally {
    await session.close();
  }
}

interface TargetsAndQuestion {
  readonly targets: readonly string[];
  readonly question: string;
}

/**
 * The last word is the question, the words before it are targets. With a single word, the target comes from the environment.
 * @throws FuxiError `usage` if the question is missing, or is not in quotes
 */
async function targetsAndQuestion(
  command: string,
  words: readonly string[],
  io: CliIo,
): Promise<TargetsAndQuestion> {
  const question = words.at(-1) ?? "";
  /** Targets without passwords: errors may be logged. */
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
