import { Command } from "commander";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { addTargetOptions } from "../run-options.ts";
import type { DbqaOptions } from "./dataset-dbqa-action.ts";
import { addWritingOptions, wholeNumber } from "./writing-options.ts";

export function dbqaCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addWritingOptions(addTargetOptions(new Command("dbqa")))
    .description(
      "make questions that take a report to answer, each with an answer and a database of made-up records; only the schema of the target is read",
    )
    .argument("<target>", "a database")
    .option("--out <folder>", "where the set goes; journal.jsonl in it holds each step as it is done")
    .option(
      "--seeds <file>",
      "what the questions are about, one a line: a question, or tables and columns with commas between",
    )
    .option("--count <n>", "without --seeds: how many questions are drawn over the schema", wholeNumber, 10)
    .option("--seed <n>", "of the draw", wholeNumber, 1)
    .option("--yes", "answer the questions though no person has confirmed them; they are marked so")
    .option("--again", "try the questions that were not made once more; what was confirmed stays")
    .action(async (target: string, options: DbqaOptions) => {
      const { datasetDbqaAction } = await import("./dataset-dbqa-action.ts");
      await datasetDbqaAction(target, options, io, setExitCode);
    })
    .addCommand(
      new Command("confirm")
        .description("look over the questions of a set that nobody has confirmed yet, one after the other")
        .argument("<folder>", "what the command above was given as --out")
        .action(async (folder: string) => {
          const { datasetDbqaConfirmAction } = await import("./dataset-dbqa-confirm-action.ts");
          await datasetDbqaConfirmAction(folder, io, setExitCode);
        }),
    );
}
