import { Command, Option } from "commander";
import type { CliIo, SetExitCode } from "../../cli-io.ts";
import { positive } from "../../run-options.ts";
import {
  addEvalOptions,
  DEFAULT_FORMS,
  type EvalOptions,
  formsIn,
  type JudgesOptions,
  judgesOptions,
  PAGE_FORMS,
  pageFormsIn,
} from "./eval-options.ts";
import type { CompareOptions, ReportOptions, RunsOptions } from "./stored-actions.ts";

/** Forms in which a paper's table can be printed. */
const TABLE_FORMS = ["text", "md", "json"] as const;

export interface TableOptions {
  readonly format: (typeof TABLE_FORMS)[number];
}

/** `fuxi eval <benchmark>` runs one; other subcommands tell of what was run. */
export function evalCommand(io: CliIo, setExitCode: SetExitCode): Command {
  const run = runCommand(io, setExitCode);
  const command = new Command("eval")
    .description("measure strategies and models on benchmarks; what was answered is kept, and gone on with")
    .usage("<benchmark> [options] | <command>")
    .addHelpText("after", "\nfuxi eval <benchmark> is short for fuxi eval run <benchmark>.")
    .addCommand(run, { isDefault: true });
  const others = [listCommand, runsCommand, reportCommand, compareCommand, tableCommand, deleteCommand];
  for (const each of others) command.addCommand(each(io));
  command.addCommand(judgesCommand(io, setExitCode));
  const ownHelp = command.helpInformation.bind(command);
  // The parser answers --help before it hands a benchmark on to the command that runs it.
  command.helpInformation = (context) =>
    command.args.some((word) => !word.startsWith("-")) ? run.helpInformation(context) : ownHelp(context);
  return command;
}

function runCommand(io: CliIo, setExitCode: SetExitCode): Command {
  const command = addEvalOptions(new Command("run"))
    .description("run a benchmark, or go on with one")
    .argument("[benchmark]", "fuxi eval list tells which there are; with --run, the run's own unless named");
  return command.action(async (name: string | undefined, options: EvalOptions) => {
    const { runAction } = await import("./run-action.ts");
    const isGiven = (flag: string): boolean => command.getOptionValueSource(flag) === "cli";
    await runAction({ ...(name === undefined ? {} : { name }), options, isGiven }, io, setExitCode);
  });
}

function listCommand(io: CliIo): Command {
  return new Command("list")
    .description("the benchmarks, with what each needs and measures")
    .option("--json", "as JSON")
    .action(async (options: { readonly json?: boolean }) => {
      const { listAction } = await import("./stored-actions.ts");
      await listAction(options, io);
    });
}

function runsCommand(io: CliIo): Command {
  return new Command("runs")
    .description("evaluations that were begun, newest first")
    .option("--limit <n>", "how many", positive, 20)
    .option("--json", "as JSON, with manifests")
    .action(async (options: RunsOptions) => {
      const { runsAction } = await import("./stored-actions.ts");
      await runsAction(options, io);
    });
}

function reportCommand(io: CliIo): Command {
  return new Command("report")
    .description("what came of runs, made again from what is kept")
    .argument("<run...>")
    .option("--out <folder>", "write the report there")
    .option("--format <forms>", "of the files: html, md, json, inspect", formsIn, DEFAULT_FORMS)
    .option("--json", "the report as JSON on stdout")
    .action(async (runs: readonly string[], options: ReportOptions) => {
      const { reportAction } = await import("./stored-actions.ts");
      await reportAction(runs, options, io);
    });
}

function compareCommand(io: CliIo): Command {
  return new Command("compare")
    .description("two runs beside each other, question by question; or configurations of one run")
    .argument("<run>")
    .argument("[other]", "without it, the configurations of the first one")
    .option("--a <configuration>", "of the first run, where it has several")
    .option("--b <configuration>", "of the other run")
    .option("--different-data", "also where the data are not the same")
    .option("--out <folder>", "write comparison.html, comparison.md and comparison.json there")
    .option("--format <forms>", "of the files: html, md, json", pageFormsIn, PAGE_FORMS)
    .option("--json", "as JSON on stdout")
    .action(async (a: string, b: string | undefined, options: CompareOptions) => {
      const { compareAction } = await import("./stored-actions.ts");
      await compareAction(a, b, options, io);
    });
}

function tableCommand(io: CliIo): Command {
  return new Command("table")
    .description("a table of a paper with figures of runs beside it; without a name, which there are")
    .argument("[name]", "such as middleware-1")
    .argument("[run...]", "whose figures stand in it")
    .addOption(new Option("--format <form>", "of the table").choices(TABLE_FORMS).default("text"))
    .action(async (name: string | undefined, runs: readonly string[], options: TableOptions) => {
      const { tableAction } = await import("./stored-actions.ts");
      await tableAction(name, runs, options, io);
    });
}

function judgesCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return judgesOptions()
    .description("let language models judge plan, queries and answer of runs, by peer review")
    .action(async (run: string, options: JudgesOptions) => {
      const { judgesAction } = await import("./judges-action.ts");
      await judgesAction(run, options, io, setExitCode);
    });
}

function deleteCommand(io: CliIo): Command {
  return new Command("delete")
    .description("forget evaluations for good, with their trajectories")
    .argument("<run...>")
    .action(async (runs: readonly string[]) => {
      const { deleteAction } = await import("./stored-actions.ts");
      await deleteAction(runs, io);
    });
}
