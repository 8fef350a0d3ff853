import { existsSync } from "node:fs";
import { Command } from "commander";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { addRunOptions, type RunOptions } from "../run-options.ts";

interface AskOptions extends RunOptions {
  readonly knowledge?: string;
  readonly continue?: boolean;
  readonly continueFrom?: string;
}

/** The last word is the question, all before it are targets; with one word only, the target comes from the environment. */
async function targetsAndQuestion(
  words: readonly string[],
  io: CliIo,
): Promise<{ readonly targets: readonly string[]; readonly question: string }> {
  const question = words.at(-1) ?? "";
  const targets = words.slice(0, -1);
  const isTarget = (word: string): boolean =>
    existsSync(word) ||
    io.configuration?.targets.has(word) === true ||
    io.configuration?.unusable.has(word) === true;
  if (targets.length === 0 && isTarget(question)) {
    throw new FuxiError("usage", `The question is missing after the target ${question}.`, {
      hint: `Write: fuxi ask ${question} "your question"`,
    });
  }
  if (question.trim() === "") {
    throw new FuxiError("usage", "The question is empty.", {
      hint: 'Write: fuxi ask <target> "your question"',
    });
  }
  const [, ...further] = targets;
  const loose = further.filter((word) => !isTarget(word) && !/[./:\\]/.test(word));
  if (loose.length > 0) {
    throw new FuxiError("usage", `"${loose[0]}" is no target.`, {
      hint: `Put the question into quotes: fuxi ask ${targets[0]} "${words.slice(1).join(" ")}"`,
    });
  }
  if (targets.length > 0) return { targets, question: question.trim() };
  const { unnamedTargets } = await import("../target-from-environment.ts");
  return { targets: unnamedTargets(io), question: question.trim() };
}

export function askCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addRunOptions(
    new Command("ask")
      .description("answer a question about one or several targets, with a live trace and the evidence")
      .argument("<words...>", "targets (files, URLs, sample:cinema) and, last, the question in quotes")
      .option("--knowledge <text>", "what is known beforehand (BIRD calls it evidence)")
      .option("--continue", "follow up on the last run")
      .option("--continue-from <run>", "follow up on this run"),
  ).action(async (words: string[], options: AskOptions) => {
    const { targets, question } = await targetsAndQuestion(words, io);
    const { startSession } = await import("../session.ts");
    const session = await startSession({ targets, options, io });
    try {
      const follows = options.continueFrom ?? (options.continue === true ? "last" : undefined);
      setExitCode(
        await session.ask(question, {
          ...(options.knowledge === undefined ? {} : { oracleKnowledge: options.knowledge }),
          ...(follows === undefined ? {} : { follows }),
        }),
      );
    } finally {
      await session.close();
    }
  });
}
