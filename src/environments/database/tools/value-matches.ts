import { z } from "zod";
import type { JsonObject } from "../../../util/json.ts";
import type { ColumnRef, ValueMatch } from "../index/value-index.ts";
import { cellLine, shownCell } from "./cell.ts";
import { spellingDifference } from "./spelling-difference.ts";

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
      return `'${cellLine(value, 80)}' (${countIsEstimate ? "about " : ""}${count} row${count === 1 ? "" : "s"}${how})`;
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
