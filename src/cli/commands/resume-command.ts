import { Command } from "commander";
import { LOCAL_PRINCIPAL } from "../../config/shared-store.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { defaultFolders } from "../../util/default-folders.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { withoutReplacedOutput } from "../kept-policies.ts";
import { addRunOptions, type RunOptions } from "../run-options.ts";
import type { Reopen } from "../session.ts";

async function reopenOf(runId: string, io: CliIo): Promise<Reopen> {
  const { openTrajectoryStore } = await import("../../config/open-stores.ts");
  const store = await openTrajectoryStore(defaultFolders(io.env));
  try {
    const { reopen } = await store.summary(runId, LOCAL_PRINCIPAL);
    if (reopen === undefined) {
      throw new FuxiError("run-not-resumable", `The run ${runId} was not started from the command line.`);
    }
    return JSON.parse(reopen) as Reopen;
  } finally {
    await store.close();
  }
}

export function resumeCommand(io: CliIo, setExitCode: SetExitCode): Command {
  const command = addRunOptions(
    new Command("resume")
      .description(
        "go on with a run that needs an answer, was stopped at a limit, failed, or whose process ended",
      )
      .argument("<token>", "the run, as it was printed; see: fuxi runs list")
      .argument("[target...]", "the targets again, where their URL needs a password (none is stored)")
      .option("--answer <text>", "the answer to the run's question: the number of a choice, or words")
      .option(
        "--decline",
        "you cannot or do not want to say: the likeliest is taken and said, or the run ends",
      )
      .option("--remember", "keep the answer for later questions (see: fuxi glossary list)"),
  );
  return command.action(
    async (
      runId: string,
      named: string[],
      given: RunOptions & { answer?: string; decline?: boolean; remember?: boolean },
    ) => {
      if (given.remember === true && given.answer === undefined) {
        throw new FuxiError("usage", "--remember keeps an answer, and none is given.", {
          hint: 'Write: --answer "…" --remember',
        });
      }
      const declined = given.decline === true;
      if (declined && given.answer !== undefined) {
        throw new FuxiError("usage", "--answer and --decline exclude each other.", {
          hint: "Leave one out.",
        });
      }
      const reopen = await reopenOf(runId, io);
      const chosen = Object.fromEntries(
        Object.entries(given).filter(([name]) => command.getOptionValueSource(name) !== "default"),
      );
      const kept = withoutReplacedOutput(reopen.options, chosen);
      const options: RunOptions = { ...given, ...kept, ...chosen };
      const { startSession } = await import("../session.ts");
      const session = await startSession({ targets: named.length > 0 ? named : reopen.targets, options, io });
      try {
        setExitCode(
          await session.resume(
            runId,
            given.answer === undefined
              ? { declined }
              : { answer: given.answer, remember: given.remember === true },
          ),
        );
      } finally {
        await session.close();
      }
    },
  );
}
