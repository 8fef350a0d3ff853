import { Command } from "commander";
import type { CliIo, SetExitCode } from "../../cli-io.ts";
import { positive } from "../../option-values.ts";
import {
  type EvalOptions,
  type JudgesOptions,
  judgesCommand,
  PAGE_FORMS,
  pageFormsIn,
  runCommand,
  type TableOptions,
  tableCommand,
} from "./eval-options.ts";
import type { CompareOptions, ReportOptions, RunsOptions } from "./stored-actions.ts";

/** `fuxi eval <benchmark>` runs a benchmark; other subcommands report on runs. Each loads its modules when called. */
export function evalCommand(io: CliIo, setExitCode: SetExitCode): Command {
  const stored = () => import("./stored-actions.ts");
  const run = runCommand()
    .description("run a benchmark, or go on with one")
    .argument("[benchmark]", "fuxi eval list tells which there are; with --run, the run's own unless named")
    .action(async (name: string | undefined, options: EvalOptions) => {
      const { runAction } = await import("./run-action.ts");
      const isGiven = (flag: string): boolean => run.getOptionValueSource(flag) === "cli";
      await runAction({ ...(name === undefined ? {} : { name }), options, isGiven }, io, setExitCode);
    });
  const list = new Command("list")
    .description("the benchmarks, with what each needs and measures")
    .option("--json", "as JSON")
    .action(async (options: { readonly json?: boolean }) => (await stored()).listAction(options, io));
  const runs = new Command("runs")
    .description("evaluations that were begun, newest first")
    .option("--limit <n>", "how many", positive, 20)
    .option("--json", "as JSON, with manifests")
    .action(async (options: RunsOptions) => (await stored()).runsAction(options, io));
  const report = new Command("report")
    .description("what came of runs, made again from what is kept")
    .argument("<run...>")
    .option("--out <folder>", "write the report there")
    .option("--format <forms>", "of the files: html, md, json", pageFormsIn, PAGE_FORMS)
    .option("--json", "the report as JSON on stdout")
    .action(async (ids: readonly string[], options: ReportOptions) =>
      (await stored()).reportAction(ids, options, io),
    );
  const compare = new Command("compare")
    .description("two runs beside each other, question by question; or configurations of one run")
    .argument("<run>")
    .argument("[other]", "without it, the configurations of the first one")
    .option("--a <configuration>", "of the first run, where it has several")
    .option("--b <configuration>", "of the other run")
    .option("--different-data", "also where the data are not the same")
    .option("--json", "as JSON")
    .action(async (a: string, b: string | undefined, options: CompareOptions) =>
      (await stored()).compareAction(a, b, options, io),
    );
  const table = tableCommand()
    .description("a table of a paper with figures of runs beside it; without a name, which there are")
    .argument("[name]", "such as middleware-1")
    .argument("[run...]", "whose figures stand in it")
    .action(async (name: string | undefined, ids: readonly string[], options: TableOptions) => {
      const isGiven = (flag: string): boolean => table.getOptionValueSource(flag) === "cli";
      const { fillAction } = await import("./fill-action.ts");
      await fillAction({ name, ids, options, isGiven }, io, setExitCode);
    });
  const forget = new Command("delete")
    .description("forget evaluations for good, with their trajectories")
    .argument("<run...>")
    .action(async (ids: readonly string[]) => (await stored()).deleteAction(ids, io));
  const judges = judgesCommand()
    .description("let language models judge plan, queries and answer of runs, by peer review")
    .action(async (id: string, options: JudgesOptions) => {
      const { judgesAction } = await import("./judges-action.ts");
      await judgesAction(id, options, io, setExitCode);
    });
  const command = new Command("eval")
    .description("measure strategies and models on benchmarks; what was answered is kept, and gone on with")
    .usage("<benchmark> [options] | <command>")
    .addHelpText("after", "\nfuxi eval <benchmark> is short for fuxi eval run <benchmark>.")
    .addCommand(run, { isDefault: true });
  for (const each of [list, runs, report, compare, table, forget, judges]) command.addCommand(each);
  const ownHelp = command.helpInformation.bind(command);
  // The parser answers --help before it hands a benchmark on to the command that runs it.
  command.helpInformation = (context) =>
    command.args.some((word) => !word.startsWith("-")) ? run.helpInformation(context) : ownHelp(context);
  return command;
}
