import { ask, type Loader } from "./loader.ts";
import type { StagingTable } from "./staging-table.ts";

/** Where the rows of one file stand in a staging table: from this place to before that one. */
export interface StagedPart {
  /** Absent where the table has rows of one file alone. */
  readonly said?: string;
  readonly from: number;
  readonly to: number;
}

/** Notes may stand below a row of totals. */
const MOST_BELOW = 2;

const NAME = new RegExp(
  `^(?:${[
    "(?:grand |overall )?totals?(?: general[ei]?)?",
    "sum",
    "overall",
    "(?:gesamt|end)?summen?",
    "gesamt(?:ergebnis|betrag)?",
    "insgesamt",
    "sommes?",
    "total général",
    "(?:totale|suma|soma|summa|totaal|celkem|razem|итого|всего|toplam)",
    "(?:总计|合计|总和|總計|合計|総計)",
  ].join("|")})\\s*:?$`,
  "iu",
);

/** Which of the last rows of a file are named as totals, one sentence each: whoever adds up the column counts every figure twice. */
export async function totalsDoubts(
  loader: Loader,
  { name, width }: StagingTable,
  parts: readonly StagedPart[],
): Promise<readonly string[]> {
  const doubts: string[] = [];
  for (const { said, from, to } of parts) {
    // The name of the file is no cell of it.
    const columns = Array.from({ length: said === undefined ? width : width - 1 }, (_, at) => `c${at}`);
    const first = Math.max(from, to - 1 - MOST_BELOW);
    const rows = await ask(
      loader,
      `SELECT r, ${columns.join(", ")} FROM ${name} WHERE rowid >= ${first} AND rowid < ${to} ORDER BY rowid`,
    );
    for (const [row, ...cells] of rows) {
      const filled = cells.map((cell) => String(cell ?? "").trim()).filter((cell) => cell !== "");
      const [named = "", ...others] = filled;
      if (!NAME.test(named) || !others.some((cell) => /\d/u.test(cell))) continue;
      const where = said === undefined ? "" : `${said}: `;
      doubts.push(`${where}row ${row} is named ${named}, and counts as a row like any other`);
    }
  }
  return doubts;
}
