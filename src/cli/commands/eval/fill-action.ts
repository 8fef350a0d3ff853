import { confirm } from "@clack/prompts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { ItemRecord, Manifest } from "../../../evaluation/run/configuration.ts";
import { estimateFill, fillOf, type TableFill } from "../../../evaluation/tables/fill-table.ts";
import type { PaperTableFacts } from "../../../evaluation/tables/paper-table.ts";
import { PAPER_TABLES } from "../../../evaluation/tables/paper-tables.ts";
import type { CliIo, SetExitCode } from "../../cli-io.ts";
import { type EvalOptions, OF_FILL, runCommand, type TableOptions } from "./eval-options.ts";
import { tableText } from "./print-report.ts";
import { runAction } from "./run-action.ts";
import { tableAction } from "./stored-actions.ts";

/** A call of `fuxi eval table`, as typed. */
export interface TableCall {
  readonly name: string | undefined;
  /** Stored runs whose figures stand in the table. */
  readonly ids: readonly string[];
  readonly options: TableOptions;
  readonly isGiven: (name: string) => boolean;
}

/**
 * Prints a paper's table with runs beside it. With `--fill`, first runs the table's strategies, or goes on with that run, once it is told what this is
 * expected to take.
 */
export async function fillAction(call: TableCall, io: CliIo, setExitCode: SetExitCode): Promise<void> {
  const { name, ids, options, isGiven } = call;
  if (name === undefined || options.fill !== true) {
    const flag = [...OF_FILL, "on", "yes"].find(isGiven);
    if (flag === undefined) return await tableAction(name, ids, options, io);
    throw new FuxiError("usage", "Nothing is run for a table without --fill.", {
      hint: "Add --fill, or name runs alone.",
    });
  }
  const { facts, fill } = fillOf(PAPER_TABLES, name);
  const benchmark = benchmarkFor(facts, fill, options.on);
  const split = options.on === undefined ? undefined : fill.standIns[options.on];
  const sample = options.sample ?? (options.on === undefined ? fill.sample : undefined);
  const ofTable = {
    ...{ table: name, entities: fill.entities, run: options.run ?? runName(call, sample, io) },
    ...(split ? { split } : {}),
    ...(sample === undefined ? {} : { sample }),
  };
  const { format, fill: _, on: __, yes, ...flags } = options;
  const filled: EvalOptions = { ...runCommand().opts<EvalOptions>(), ...flags, ...ofTable };
  await runAction(
    { name: benchmark, options: filled, isGiven: (each) => isGiven(each) || Object.hasOwn(ofTable, each) },
    io,
    setExitCode,
    {
      begin: async (manifest, done) => await mayBegin({ fill, manifest, done, options }, io),
      print: async (run) => await tableAction(name, ids, { format }, io, [run]),
    },
  );
}

/** @throws FuxiError `usage` for a benchmark that cannot stand in */
function benchmarkFor({ name, benchmarks: [own = ""] }: PaperTableFacts, fill: TableFill, on = own): string {
  const known = [own, ...Object.keys(fill.standIns)];
  if (known.includes(on)) return on;
  throw new FuxiError("usage", `The table ${name} cannot be filled on ${on}.`, {
    hint: `Take one of ${known.join(", ")}.`,
  });
}

/** The same for the same command, so that it goes on where it ended. */
function runName(
  { name, options: { on, model }, isGiven }: TableCall,
  sample: number | undefined,
  { env }: CliIo,
) {
  const models = model ?? [env["FUXI_MODEL"] ?? "model"];
  const drawn = sample === undefined || !isGiven("sample") ? [] : [`sample${sample}`];
  return [name, ...(on === undefined ? [] : [on]), ...models, ...drawn]
    .join("-")
    .replaceAll(/[^\w.-]+/gu, "-");
}

interface Beginning {
  readonly fill: TableFill;
  readonly manifest: Manifest;
  readonly done: readonly ItemRecord[];
  readonly options: TableOptions;
}

/** Tells what the run is expected to take, and asks whether to begin. */
async function mayBegin({ fill, manifest, done, options }: Beginning, io: CliIo): Promise<boolean> {
  const { questions, table } = estimateFill(fill, manifest, done);
  if (questions === 0) return true;
  if (options.quiet !== true || options.yes !== true) io.err(`${tableText(table, io)}\n`);
  if (options.yes === true) return true;
  if (!io.answers) {
    throw new FuxiError("usage", "Nothing is asked of a model without a yes.", { hint: "Add --yes." });
  }
  const message = "Begin?";
  const agreed = await confirm({ message, initialValue: false, output: process.stderr, signal: io.signal });
  return agreed === true;
}
