import { itoolItem } from "../../../evaluation/itool/itool-item.ts";
import { keptReviews } from "../../../evaluation/judges/judge-stored.ts";
import { lengthRows } from "../../../evaluation/tables/lengths-of-queries.ts";
import {
  makePaperTable,
  type PaperTable,
  paperTableMarkdown,
  partTables,
} from "../../../evaluation/tables/paper-table.ts";
import { PAPER_TABLES } from "../../../evaluation/tables/paper-tables.ts";
import { cinemaItool } from "../../../samples/cinema/question-sets.ts";
import type { CliIo } from "../../cli-io.ts";
import type { TableOptions } from "./eval-command.ts";
import { JUDGING_PRINCIPAL, openEvaluationStores } from "./evaluation-stores.ts";
import { tableText } from "./report-text.ts";
import { storedRun } from "./stored-run.ts";

/** Prints a paper's table with runs beside it, or which tables there are. */
export async function tableAction(
  name: string | undefined,
  ids: readonly string[],
  { format }: TableOptions,
  io: CliIo,
): Promise<void> {
  if (name === undefined) {
    for (const table of PAPER_TABLES) io.out(`${io.colors.bold(table.name)}  ${table.title}\n`);
    return;
  }
  const table = withOwnSet(makePaperTable(PAPER_TABLES, name, await runsOf(ids, io)));
  if (format === "json") io.out(`${JSON.stringify(table, null, 2)}\n`);
  else io.out(format === "md" ? paperTableMarkdown(table) : textOf(table, io));
}

/** As wide as it is: a row of a paper's table is read as a whole. */
function textOf(table: PaperTable, io: CliIo): string {
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
      if (reviews === undefined) return run;
      // A run without a judge beside it may have been judged afterwards.
      const records = run.records.map((record) => ({
        ...record,
        scores: { ...reviews.verdicts.get(record.item), ...record.scores },
      }));
      return { ...run, records, reviews };
    }),
  );
}

/** The bundled set stands in the table that counts queries. */
function withOwnSet(table: PaperTable): PaperTable {
  const [part] = table.parts;
  if (table.name !== "qwn-4-2" || part === undefined) return table;
  const queries = itoolItem.array().parse(cinemaItool.items);
  const own = lengthRows(queries.map(({ category, solution }) => ({ category, steps: solution.length })));
  const ours = own.map((row) => ({ ...row, label: `The bundled set: ${row.label}` }));
  return { ...table, parts: [{ ...part, rows: [...part.rows, ...ours] }] };
}
