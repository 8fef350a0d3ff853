import { type ColumnSegment, countAt, valueAt } from "./column-segment.ts";
import { idsWithKey } from "./key-lookup.ts";
import { lookupKey, numberIn, withoutQuotes } from "./lookup-key.ts";
import { FOLDED_SCORE } from "./near-score.ts";
import type { ValueMatch } from "./value-index.ts";

/**
 * The column's values that are the text itself (tier `exact`; for numeric columns the number that it writes), or that fold to the same
 * (tier `folded`). Surrounding space and quotes of the query are cut, unless the cell has them too.
 */
export function exactMatches(segment: ColumnSegment, text: string): readonly ValueMatch[] {
  const { numeric, column } = segment.facts;
  const plain = withoutQuotes(text);
  const number = numeric ? numberIn(plain) : undefined;
  const keys = new Set([lookupKey(text, numeric), lookupKey(plain, numeric)]);
  const matches = new Map<number, ValueMatch>();
  for (const key of keys) {
    for (const id of idsWithKey(segment, key)) {
      const value = valueAt(segment, id);
      const exact = value === text || value === plain || (number !== undefined && numberIn(value) === number);
      matches.set(id, {
        column,
        value,
        count: countAt(segment, id),
        tier: exact ? "exact" : "folded",
        score: exact ? 1 : FOLDED_SCORE,
      });
    }
  }
  return [...matches.values()];
}
