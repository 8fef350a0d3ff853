import { type InferredColumn, inferColumns } from "./infer-columns.ts";
import { type Answer, ask, type Loader } from "./loader.ts";
import { looksLikeNumber } from "./looks-like-value.ts";
import type { StagingTable } from "./staging-table.ts";
import { trimmed } from "./survey-columns.ts";

/** Where the rows of one file stand in a staging table: from this place to before that one. */
export interface StagedPart {
  /** Absent where the table has rows of one file alone. */
  readonly said?: string;
  readonly from: number;
  readonly to: number;
}

/** Notes may stand below a row of totals. */
const MOST_BELOW = 2;
/** A sum of numbers that were rounded one by one is off by little. */
const ROUNDED = 1e-4;
const EXACT = 1e-9;

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

interface Candidate {
  /** Its place in the staging table, and its row in the file. */
  readonly place: number;
  readonly row: number;
  readonly isLast: boolean;
  /** The column that its name stands in; absent where it has none. */
  readonly named: string | undefined;
  /** Columns that have a cell in it. */
  readonly filled: readonly string[];
}

/**
 * Takes rows of totals at the end of files out of a staging table: one would count every figure twice, and its name makes text of a column of
 * numbers. Such a row is named as a total, or has nothing but sums, and at least one of its numbers is the sum of those above.
 * @returns what of it has to be told, one sentence each
 */
export async function leaveOutTotals(
  loader: Loader,
  staging: StagingTable,
  parts: readonly StagedPart[],
): Promise<readonly string[]> {
  const doubts: string[] = [];
  let inferred: readonly InferredColumn[] | undefined;
  for (const part of parts) {
    for (const candidate of await candidates(loader, staging, part)) {
      inferred ??= await inferColumns(loader, staging);
      const { place, row, isLast, named } = candidate;
      const sums = await comparedSums(loader, staging, { part, candidate, inferred });
      const tolerated = named === undefined ? EXACT : ROUNDED;
      const isSum = sums.map(({ above, here }) => Math.abs(above - here) <= tolerated * Math.abs(above));
      const said = `${part.said === undefined ? "" : `${part.said}: `}${isLast ? `the last row (row ${row})` : `row ${row}`}`;
      if (named === undefined ? isSum.length > 0 && isSum.every(Boolean) : isSum.some(Boolean)) {
        await ask(loader, `DELETE FROM ${staging.name} WHERE rowid = ${place}`);
        doubts.push(`${said} is the total of those above, and is left out`);
      } else if (named !== undefined && sums.length > 0) {
        doubts.push(
          `${said} is named a total, but is not the sum of those above: it counts as a row like any other`,
        );
      }
    }
  }
  return doubts;
}

async function candidates(
  loader: Loader,
  { name, width }: StagingTable,
  { from, to, said }: StagedPart,
): Promise<readonly Candidate[]> {
  // The name of the file is no cell of it.
  const columns = Array.from({ length: said === undefined ? width : width - 1 }, (_, at) => `c${at}`);
  const first = Math.max(from, to - 1 - MOST_BELOW);
  const rows = await ask(
    loader,
    `SELECT rowid, r, ${columns.join(", ")} FROM ${name} WHERE rowid >= ${first} AND rowid < ${to} ORDER BY rowid`,
  );
  return rows.flatMap((row, at) => candidate(row, columns, at === rows.length - 1) ?? []);
}

function candidate(
  [place, row, ...cells]: Answer,
  columns: readonly string[],
  isLast: boolean,
): Candidate | undefined {
  const texts = cells.map((cell) => (cell === null || cell === undefined ? "" : String(cell).trim()));
  const at = texts.findIndex((text) => text !== "");
  const isNamed = NAME.test(texts[at] ?? "");
  const rest = texts.filter((text, index) => text !== "" && !(isNamed && index === at));
  const hasOnlySums = isLast && at > 0 && rest.every(looksLikeNumber);
  if (rest.length === 0 || !(isNamed || hasOnlySums)) return undefined;
  return {
    place: Number(place),
    row: Number(row),
    isLast,
    named: isNamed ? columns[at] : undefined,
    filled: columns.filter((_, index) => texts[index] !== ""),
  };
}

/** For each column of numbers that has one in the row: that number, and the sum of at least two above. */
async function comparedSums(
  loader: Loader,
  staging: StagingTable,
  {
    part,
    candidate: { place, named, filled },
    inferred,
  }: {
    readonly part: StagedPart;
    readonly candidate: Candidate;
    readonly inferred: readonly InferredColumn[];
  },
): Promise<readonly { readonly above: number; readonly here: number }[]> {
  const compared: { readonly above: number; readonly here: number }[] = [];
  for (const { survey, fit } of inferred) {
    const { column } = survey;
    if (fit?.kind !== "number" || column === named || !filled.includes(column)) continue;
    const value = `CASE WHEN ${fit.fits("v")} THEN ${fit.value("v")}::DOUBLE END`;
    const [row = []] = await ask(
      loader,
      `SELECT count(n) FILTER (p < ${place}), sum(n) FILTER (p < ${place}), sum(n) FILTER (p = ${place})
        FROM (SELECT rowid AS p, ${value} AS n FROM (SELECT rowid, ${trimmed(column)} AS v FROM ${staging.name}
          WHERE rowid >= ${part.from} AND rowid <= ${place}))`,
    );
    const [count, above, here] = row;
    if (Number(count) < 2 || typeof above !== "number" || typeof here !== "number" || above === 0) continue;
    compared.push({ above, here });
  }
  return compared;
}
