import { Command, InvalidArgumentError } from "commander";
import { ITOOL_KINDS, type ItoolKind } from "../../evaluation/itool/build/itool-kinds.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { wholeOrZero } from "../option-values.ts";
import { addTargetOptions } from "../run-options.ts";
import type { DbqaOptions } from "./dataset-dbqa-action.ts";
import type { ItoolOptions } from "./dataset-itool-action.ts";

const HELP = `
What was made a person looks over with:
  fuxi dataset itool confirm <set.json>
  fuxi dataset dbqa confirm <folder>`;

export function datasetCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return new Command("dataset")
    .description("make test questions with a language model, checked by code")
    .addHelpText("after", HELP)
    .addCommand(itoolCommand(io, setExitCode))
    .addCommand(dbqaCommand(io, setExitCode));
}

function itoolCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addWritingOptions(addTargetOptions(new Command("itool")))
    .description("make unclear queries for an API from clear ones; what is made is kept if it is interrupted")
    .argument("<clear.json>", "a set with clear items: query, intended name, solution, answer")
    .argument("<api>", "OpenAPI document (file or URL) or sample:cinema-api")
    .option("--out <file>", "the set to be written; <file>.jsonl beside it holds each item as it is made")
    .option("--kinds <list>", `some of ${ITOOL_KINDS.join(",")} (all)`, kindsIn, ITOOL_KINDS)
    .option("--seed <n>", "of what is done by code", wholeOrZero, 1)
    .action(async (file: string, api: string, options: ItoolOptions) => {
      const { datasetItoolAction } = await import("./dataset-itool-action.ts");
      await datasetItoolAction({ file, api, options }, io, setExitCode);
    })
    .addCommand(
      new Command("confirm")
        .description("look over the items of a set that nobody has confirmed yet, one after the other")
        .argument("<set.json>", "what the command above wrote with --out")
        .action(async (file: string) => {
          const { datasetItoolConfirmAction } = await import("./dataset-itool-confirm-action.ts");
          await datasetItoolConfirmAction(file, io, setExitCode);
        }),
    );
}

function kindsIn(list: string): readonly ItoolKind[] {
  const named = list.split(",").map((each) => each.trim());
  const unknown = named.find((each) => !(ITOOL_KINDS as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is no kind: some of ${ITOOL_KINDS.join(", ")} are wanted.`);
  return ITOOL_KINDS.filter((kind) => named.includes(kind));
}

function dbqaCommand(io: CliIo, setExitCode: SetExitCode): Command {
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
    .option("--count <n>", "without --seeds: how many questions are drawn over the schema", wholeOrZero, 10)
    .option("--seed <n>", "of the draw", wholeOrZero, 1)
    .option("--yes", "answer the questions though no person has confirmed them; they are marked so")
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

/** Options of commands in which a model writes the items of a set. */
function addWritingOptions(command: Command): Command {
  return command
    .option("--model <provider/name>", "language model that writes (env FUXI_MODEL)")
    .option(
      "--model-url <url>",
      "base URL of an OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)",
    )
    .option("--record <file>", "record the model's replies")
    .option("--replay <file>", "replay recorded replies instead of calling the model");
}
