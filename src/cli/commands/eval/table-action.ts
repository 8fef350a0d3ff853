import { itoolItem } from "../../../evaluation/itool/itool-item.ts";
import { keptReviews } from "../../../evaluation/judges/kept-reviews.ts";
import { makePaperTable, PAPER_TABLES } from "../../../evaluation/tables/make-paper-table.ts";
import { type PaperTable, tableMarkdown } from "../../../evaluation/tables/paper-table.ts";

import { tableText } from "../../../evaluation/tables/table-text.ts";
import { cinemaItool } from "../../../samples/cinema/question-sets.ts";
import type { CliIo } from "../../cli-io.ts";
import type { TableOptions } from "./eval-command.ts";
import { openEvaluationStores } from "./evaluation-stores.ts";
import { JUDGING_PRINCIPAL } from "./judges-principal.ts";
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
  const table = makePaperTable(name, { runs: await runsOf(ids, io), sets: [ownSet()] });
  io.out(TEXTS[format](table));
}

const TEXTS: Readonly<Record<TableOptions["format"], (table: PaperTable) => string>> = {
  text: (table) => `${tableText(table).trimEnd()}\n`,
  md: tableMarkdown,
  json: (table) => `${JSON.stringify(table, null, 2)}\n`,
};

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

/** The bundled set, for the table that counts queries. */
function ownSet() {
  const queries = itoolItem
    .array()
    .parse(cinemaItool.items)
    .map(({ category, solution }) => ({ category, steps: solution.length }));
  return { title: "Itool over the sample API", queries };
}
