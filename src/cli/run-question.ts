import type { Command } from "commander";
import type { CliIo } from "./cli-io.ts";
import { addRunOptions, type RunOptions } from "./run-options.ts";
import { targetsAndQuestion } from "./targets-and-question.ts";

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

/** Asks, prints how it ended, and gives the exit code. */
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
    return await session.ask(question, {
      ...(options.knowledge === undefined ? {} : { oracleKnowledge: options.knowledge }),
      ...(follows === undefined ? {} : { follows }),
    });
  } finally {
    await session.close();
  }
}
