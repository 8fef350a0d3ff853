import { z } from "zod";
import {
  type Marked,
  type MarkedObject,
  ownText,
  say,
  schemaName,
} from "../../../environment/egress/marks.ts";
import { rowCount } from "../check/clause-sql.ts";
import type { ColumnRef, ValueMatch } from "../index/value-index.ts";
import { cellLine, shownCell } from "./cell.ts";

/** Shape of what `matchesJson` gives for each match. */
export const MATCHES = z.array(
  z.object({ table: z.string(), column: z.string(), value: z.string(), count: z.int(), tier: z.string() }),
);

const TIER_WORDS = {
  exact: "",
  folded: "differs in case, space or accents",
  words: "by words",
  abbreviation: "abbreviation",
  typo: "similar",
} as const satisfies Record<ValueMatch["tier"], string>;

export function columnName(column: ColumnRef): Marked {
  const schema = column.schema === undefined ? "" : `${column.schema}.`;
  const name = /^[\w$]+$/u.test(column.column) ? column.column : `"${column.column}"`;
  return schemaName(`${schema}${column.table}.${name}`);
}

/** One line for each column: its matching values with row counts, nearest first, and how they differ from the wanted value. */
export function renderMatches(matches: readonly ValueMatch[]): readonly Marked[] {
  const byColumn = Map.groupBy(matches, (match) => columnName(match.column));
  return [...byColumn].map(([column, found]) => {
    const values = found.map(({ value, count, tier, countIsEstimate }) => {
      const how = TIER_WORDS[tier] === "" ? "" : say`, ${TIER_WORDS[tier]}`;
      return say`'${cellLine(value, 80)}' (${countIsEstimate ? "about " : ""}${rowCount(count)}${how})`;
    });
    return say`${column}: ${values}`;
  });
}

export function matchesJson(
  matches: readonly ValueMatch[],
): readonly (MarkedObject & { readonly table: Marked; readonly column: Marked })[] {
  return matches.map(({ column: { schema, table, column }, value, count, tier }) => ({
    table: schemaName(schema === undefined ? table : `${schema}.${table}`),
    column: schemaName(column),
    value: shownCell(value),
    count,
    tier: ownText(tier),
  }));
}
