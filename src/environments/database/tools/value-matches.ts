import { z } from "zod";
import type { JsonObject } from "../../../util/json.ts";
import { rowCount } from "../check/clause-sql.ts";
import type { ColumnRef, ValueMatch } from "../index/value-index.ts";
import { cellLine, shownCell } from "./cell.ts";

/** In what a value differs from the one that was looked for and is taken for the same: `case or space`, `accents`. */
export function spellingDifference(wanted: string, value: string): string {
  const [a, b] = [squeezed(wanted), squeezed(value)];
  const isCase = a.toLowerCase() === b.toLowerCase();
  if (isCase) return "case or space";
  if (bare(a) === bare(b)) return "accents";
  return bare(a.toLowerCase()) === bare(b.toLowerCase()) ? "case and accents" : "spelling";
}

function squeezed(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** Letters such as ø and ł are letters of their own to Unicode, but not to who leaves the accents out. */
const BARE: Readonly<Record<string, string>> = { ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i" };

function bare(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øØłŁđĐı]/gu, (letter) => BARE[letter] ?? letter);
}

/** Shape of what `matchesJson` gives for each match. */
export const MATCHES = z.array(
  z.object({ table: z.string(), column: z.string(), value: z.string(), count: z.int(), tier: z.string() }),
);

const TIER_WORDS: Readonly<Record<ValueMatch["tier"], string>> = {
  exact: "",
  folded: "differs in ",
  words: "by words",
  abbreviation: "abbreviation",
  typo: "similar",
};

export function columnName(column: ColumnRef): string {
  const schema = column.schema === undefined ? "" : `${column.schema}.`;
  const name = /^[\w$]+$/u.test(column.column) ? column.column : `"${column.column}"`;
  return `${schema}${column.table}.${name}`;
}

/** One line for each column: its matching values with their rows, nearest first, and how they differ from the one that was wanted. */
export function renderMatches(matches: readonly ValueMatch[], wanted: string): readonly string[] {
  const byColumn = Map.groupBy(matches, (match) => columnName(match.column));
  return [...byColumn].map(([column, found]) => {
    const values = found.map(({ value, count, tier, countIsEstimate }) => {
      const words = tier === "folded" ? spellingDifference(wanted, value) : "";
      const how = TIER_WORDS[tier] === "" ? "" : `, ${TIER_WORDS[tier]}${words}`;
      return `'${cellLine(value, 80)}' (${countIsEstimate ? "about " : ""}${rowCount(count)}${how})`;
    });
    return `${column}: ${values.join(", ")}`;
  });
}

export function matchesJson(matches: readonly ValueMatch[]): readonly JsonObject[] {
  return matches.map(({ column: { schema, table, column }, value, count, tier }) => ({
    table: schema === undefined ? table : `${schema}.${table}`,
    column,
    value: shownCell(value),
    count,
    tier,
  }));
}
