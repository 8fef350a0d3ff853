import { BENCHMARK_NAMES, BENCHMARK_NEEDS, benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import { itoolItem } from "../../../evaluation/itool/itool-item.ts";
import { keptReviews } from "../../../evaluation/judges/judge-stored.ts";
import { compareRuns, type RunRecords } from "../../../evaluation/report/compare-runs.ts";
import type { Comparison } from "../../../evaluation/report/report.ts";
import { comparisonTables } from "../../../evaluation/report/report-tables.ts";
import { unless } from "../../../evaluation/run/carry-run.ts";
import type { Manifest } from "../../../evaluation/run/configuration.ts";
import {
  lengthRows,
  makePaperTable,
  type PaperTable,
  paperTableMarkdown,
  partTables,
} from "../../../evaluation/tables/paper-table.ts";
import { PAPER_TABLES } from "../../../evaluation/tables/paper-tables.ts";
import { cinemaItool } from "../../../samples/cinema/question-sets.ts";
import type { WorkSummary } from "../../../trajectory/work-store.ts";
import { given } from "../../../util/given.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { CliIo } from "../../cli-io.ts";
import type { PageForm, TableOptions } from "./eval-options.ts";
import {
  EVALUATION_PRINCIPAL,
  JUDGING_PRINCIPAL,
  openEvaluationStores,
  storedRun,
} from "./evaluation-stores.ts";
import { printReport, tableText } from "./print-report.ts";

export interface ReportOptions {
  readonly out?: string;
  readonly format: readonly PageForm[];
  readonly json?: boolean;
}

/** Prints reports of runs, and writes them if a folder is named. Files of several runs are named by their ids. */
export async function reportAction(
  ids: readonly string[],
  { out, format, json }: ReportOptions,
  io: CliIo,
): Promise<void> {
  await using stores = await openEvaluationStores(io);
  for (const id of new Set(ids)) {
    const run = await storedRun(stores.work, id);
    if (ids.length > 1 && json !== true) io.out(`${io.colors.bold(id)}\n`);
    await printReport(
      run,
      {
        forms: format,
        trajectories: stores.trajectories,
        ...{ out, json },
        ...(ids.length > 1 ? { name: id.replaceAll(/[^\w.-]/gu, "-") } : {}),
      },
      io,
    );
  }
}

export interface CompareOptions {
  readonly a?: string;
  readonly b?: string;
  readonly differentData?: boolean;
  readonly json?: boolean;
}

/** Compares two runs, or the configurations of one. */
export async function compareAction(
  first: string,
  second: string | undefined,
  { a, b, differentData, json }: CompareOptions,
  io: CliIo,
): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const one = await storedRun(stores.work, first);
  const other = second === undefined || second === first ? one : await storedRun(stores.work, second);
  const comparison = compareRuns(one, other, { measures: one.measures, ...given({ a, b, differentData }) });
  io.out(`${json === true ? JSON.stringify(comparison, null, 2) : textOf(comparison, io)}\n`);
}

function textOf(comparison: Comparison, io: CliIo): string {
  return [
    ...comparisonTables(comparison).map((table) => tableText(table, io)),
    ...comparison.leftOut.map((text) => io.colors.dim(`- ${visibleText(text)}`)),
  ].join("\n\n");
}

export interface RunsOptions {
  readonly limit: number;
  readonly json?: boolean;
}

/** Lists the stored evaluations. */
export async function runsAction({ limit, json }: RunsOptions, io: CliIo): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const runs = await stores.work.list({ principal: EVALUATION_PRINCIPAL, limit: Math.ceil(limit) });
  if (json === true) io.out(`${JSON.stringify(runs, null, 2)}\n`);
  else if (runs.length === 0) io.err("No evaluations yet. See what can be run: fuxi eval list\n");
  else io.out(`${runs.map((run) => lineOf(run, io)).join("\n")}\n`);
}

function lineOf({ id, manifest, createdAt, items, finished }: WorkSummary, io: CliIo): string {
  const { benchmark, configurations } = manifest as unknown as Manifest;
  const when = createdAt.slice(0, 16).replace("T", " ");
  const done = `${finished.toLocaleString("en")} of ${items.toLocaleString("en")}`;
  const who = configurations.map(({ id: name, model, decider }) => `${name} (${model ?? decider})`);
  return `${id}  ${visibleText(benchmark)}  ${when}  ${finished < items ? io.colors.yellow(done) : io.colors.green(done)}  ${visibleText(who.join("; "))}`;
}

/** Lists the benchmarks, with their requirements and measures. */
export async function listAction({ json }: { readonly json?: boolean }, io: CliIo): Promise<void> {
  const all = await Promise.all(BENCHMARK_NAMES.map(benchmarkNamed));
  if (json === true) {
    const listed = all.map(({ name, title, measures }) => ({
      ...{ name, title, measures },
      needs: BENCHMARK_NEEDS[name],
    }));
    io.out(`${JSON.stringify(listed, null, 2)}\n`);
    return;
  }
  for (const { name, title, measures } of all) {
    io.out(`${io.colors.bold(name)}  ${title}\n`);
    io.out(`  needs   ${BENCHMARK_NEEDS[name]}\n`);
    io.out(`  ${io.colors.dim(`scores  ${measures.map((measure) => measure.name).join(", ")}`)}\n`);
  }
}

/** Deletes evaluations and the trajectories of their items. */
export async function deleteAction(ids: readonly string[], io: CliIo): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const named = [...new Set(ids)];
  for (const id of named) await storedRun(stores.work, id);
  for (const id of named) {
    const { items } = await stores.work.summary(id, EVALUATION_PRINCIPAL);
    // Deletes the run first, so that no process starts another trajectory of it.
    await stores.work.delete(id, EVALUATION_PRINCIPAL);
    for (let at = 1; at <= items; at++)
      await unless("run-not-found", stores.trajectories.delete(`${id}-${at}`, EVALUATION_PRINCIPAL));
  }
  io.err(`Deleted ${named.length} ${named.length === 1 ? "evaluation" : "evaluations"}.\n`);
}

/** Prints a paper's table with runs beside it, stored ones and `more`, or lists the tables. */
export async function tableAction(
  name: string | undefined,
  ids: readonly string[],
  { format }: Pick<TableOptions, "format">,
  io: CliIo,
  more: readonly RunRecords[] = [],
): Promise<void> {
  if (name === undefined) {
    for (const table of PAPER_TABLES) io.out(`${io.colors.bold(table.name)}  ${table.title}\n`);
    return;
  }
  const table = withOwnSet(makePaperTable(PAPER_TABLES, name, [...(await runsOf(ids, io)), ...more]));
  if (format === "json") io.out(`${JSON.stringify(table, null, 2)}\n`);
  else io.out(format === "md" ? paperTableMarkdown(table) : paperText(table, io));
}

/** A paper's table in full width, whatever the terminal: its rows are read as a whole. */
function paperText(table: PaperTable, io: CliIo): string {
  const { source, notes, commands } = table;
  const wide = { ...io, width: Number.POSITIVE_INFINITY };
  return `${[
    source,
    ...partTables(table).map((part) => tableText(part, wide)),
    notes.map((note) => `- ${note}`).join("\n"),
    ...(commands.length === 0
      ? []
      : [["Figures of your own come from:", ...commands.map((each) => `  ${each}`)].join("\n")]),
  ]
    .join("\n\n")
    .trimEnd()}\n`;
}

async function runsOf(ids: readonly string[], io: CliIo) {
  if (ids.length === 0) return [];
  await using stores = await openEvaluationStores(io);
  return await Promise.all(
    ids.map(async (id) => {
      const run = await storedRun(stores.work, id);
      const reviews = await keptReviews(stores.work, run, JUDGING_PRINCIPAL);
      return { ...run, ...given({ reviews }) };
    }),
  );
}

/** Adds the bundled set to the table that counts queries. */
function withOwnSet(table: PaperTable): PaperTable {
  const [part] = table.parts;
  if (table.name !== "qwn-4-2" || part === undefined) return table;
  const queries = itoolItem.array().parse(cinemaItool.items);
  const own = lengthRows(queries.map(({ category, solution }) => ({ category, steps: solution.length })));
  const ours = own.map((row) => ({ ...row, label: `The bundled set: ${row.label}` }));
  return { ...table, parts: [{ ...part, rows: [...part.rows, ...ours] }] };
}
