import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { TOOL_SETS, type ToolSet } from "../agent/tool-names.ts";
import { SWITCHES, type Switch, strategiesThatGive } from "../config/strategies.ts";
import { EGRESS_LEVELS } from "../environment/egress/egress-level.ts";
import type { TargetOptions } from "./open-targets.ts";
import { notNegative, positive, several } from "./option-values.ts";
import { OUTPUT_FORMS, type OutputOptions } from "./output/output-form.ts";

/** Options of all commands that run a strategy. */
export interface RunOptions extends TargetOptions, OutputOptions {
  readonly model?: string;
  readonly modelUrl?: string;
  readonly strategy: string;
  /** Parts of the strategy to leave out. */
  readonly without?: readonly Switch[];
  readonly format: "auto" | "native" | "text";
  readonly tools?: ToolSet;
  readonly maxSteps?: number;
  readonly maxTokens?: number;
  readonly timeout?: number;
  readonly rows?: number;
  readonly queryTimeout?: number;
  readonly temperature?: number;
  readonly record?: string;
  readonly replay?: string;
  readonly quiet?: boolean;
  /** False with --no-ask: a question ends the run, to be resumed with an answer. */
  readonly ask?: boolean;
}

function oneOf(choices: readonly string[], value: string): string {
  if (choices.includes(value)) return value;
  throw new InvalidArgumentError(`One of ${choices.join(", ")} is wanted.`);
}

export function addTargetOptions(command: Command): Command {
  return command
    .option(
      "--vocabulary <preset|file>",
      "how a knowledge base names things: rdfs, freebase, wikidata, dbpedia, or a JSON file",
    )
    .option(
      "--encoding <name>",
      "encoding of text files such as .csv: windows-1251, shift_jis, …; file=name for one of several (repeatable; found out unless given)",
      several,
    )
    .option("--server <url>", "base URL of an API, in place of the document's")
    .option(
      "--header <text>",
      `"Name: value", sent to the API with each request; \${NAME} is an environment variable (repeatable)`,
      several,
    )
    .option("--header-file <file>", "the same for secrets: a line Name: value for each (repeatable)", several)
    .option(
      "--allow <operation>",
      'an operation that may change something without asking, such as "POST /lists" (repeatable; * for all)',
      several,
    )
    .option("--read-only <operation>", "an operation other than GET that only reads (repeatable)", several)
    .option(
      "--deny <name>",
      "what does not exist for the model: table, table.column, predicate, class, operation or field of responses (* for any characters; repeatable; target:name with several targets)",
      several,
    )
    .option(
      "--mask <name>",
      "a table, column, predicate or field of responses whose values are not shown (repeatable)",
      several,
    )
    .addOption(egressOption())
    .option(
      "--only <name>",
      "a table, column, predicate or class that exists; all others do not (repeatable)",
      several,
    )
    .option(
      "--allow-function <name>",
      "a function of a PostgreSQL or MariaDB server that may be called although a read-only transaction does not hold it (* for any characters; repeatable)",
      several,
    )
    .option(
      "--allow-foreign <name>",
      "a foreign table of such a server that may be read: files, a program or another server (repeatable)",
      several,
    )
    .option("--dry-run", "requests to the API are shown, not sent")
    .option("--follow-outside", "references of an API document may lead out of its own folder or host")
    .option(
      "--trust-host <host>",
      "a host that may be reached although its address is private (repeatable)",
      several,
    );
}

export function egressOption(): Option {
  return new Option(
    "--egress <level>",
    "what of the content may reach a model: names and counts, forms of values, or all (default all)",
  ).choices(EGRESS_LEVELS);
}

const SENDING = ["--allow", "--read-only", "--dry-run"];

/** Adds the target options of a command that sends no requests. Options about sending are accepted and checked, but hidden in help. */
export function addLookingOptions(command: Command): Command {
  addTargetOptions(command);
  for (const option of command.options) if (SENDING.includes(option.long ?? "")) option.hideHelp();
  return command;
}

/** Adds the output options of commands whose result is an answer. */
export function addAnswerOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--output <form>", "form of the result (default: what --out ends in, else text)").choices(
        OUTPUT_FORMS,
      ),
    )
    .option("--json", "short for --output json")
    .option("--out <file>", "write the whole result to this file instead of stdout, or nothing if that fails")
    .option("--bom", "csv: begin with a byte order mark, by which Excel knows UTF-8")
    .option("--safe-cells", "csv: an apostrophe before texts that a spreadsheet would run as a formula")
    .option("--sql", "the query alone (SQL, SPARQL or requests), uncut and runnable, instead of the answer")
    .option("--chart", "draw a chart where the result has the shape for one (default: in a terminal)")
    .option("--no-chart", "no chart");
}

/** `strategy`: the default. */
export function addRunOptions(command: Command, strategy = "react"): Command {
  return addTargetOptions(addAnswerOptions(command))
    .option(
      "--model <provider/name>",
      "language model; without one the built-in rules answer (env FUXI_MODEL)",
    )
    .option(
      "--model-url <url>",
      "base URL of an OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)",
    )
    .option(
      "--strategy <name>",
      `how the run is organised: ${strategiesThatGive("answer").join(", ")}; for reports ${strategiesThatGive("report").join(", ")}`,
      strategy,
    )
    .addOption(
      new Option("--without <part>", "a part of the strategy that is left out (repeatable)")
        .choices(SWITCHES)
        .argParser((value: string, before: readonly string[] | undefined) =>
          several(oneOf(SWITCHES, value), before),
        ),
    )
    .addOption(
      new Option("--format <form>", "tool calls as the provider's own or as text")
        .choices(["auto", "native", "text"])
        .default("auto"),
    )
    .addOption(
      new Option(
        "--tools <set>",
        "tools of a database that the model sees: lean (default), or all, the clause tools too",
      ).choices(TOOL_SETS),
    )
    .option("--max-steps <n>", "replies of the model at most (default 15)", positive)
    .option("--max-tokens <n>", "tokens of the whole run at most", positive)
    .option("--timeout <seconds>", "time of the whole run at most", positive)
    .option("--rows <n>", "rows shown to the model per result (default 100)", positive)
    .option("--query-timeout <seconds>", "time of one query at most (default 10)", positive)
    .option("--temperature <t>", "sampling temperature of the model (default 0)", notNegative)
    .option("--record <file>", "record the model's replies")
    .option("--replay <file>", "replay recorded replies instead of calling the model")
    .option("--no-ask", "never ask at the terminal: a question ends the run, to be resumed with an answer")
    .option("-q, --quiet", "no live trace");
}
