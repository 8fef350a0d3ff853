import { type ColumnSegment, countAt, valueAt } from "./column-segment.ts";
import { FOLDED_SCORE } from "./folded-score.ts";
import { hashText } from "./hash-text.ts";
import { idsWithHashedKey } from "./key-lookup.ts";
import { lookupKey, numberIn, withoutQuotes } from "./lookup-key.ts";
import type { ValueMatch } from "./value-index.ts";

/** A value that is looked for in many columns: its lookup keys with their hashes, made once. */
export interface ExactQuery {
  readonly text: string;
  /** Without surrounding space and quotes. */
  readonly plain: string;
  readonly number: number | undefined;
  readonly keys: readonly HashedKey[];
  /** For numeric columns. */
  readonly numericKeys: readonly HashedKey[];
}

interface HashedKey {
  readonly key: string;
  readonly hash: number;
}

export function exactQuery(text: string): ExactQuery {
  const plain = withoutQuotes(text);
  const hashed = (numeric: boolean) =>
    [...new Set([lookupKey(text, numeric), lookupKey(plain, numeric)])].map((key) => ({
      key,
      hash: hashText(key),
    }));
  return { text, plain, number: numberIn(plain), keys: hashed(false), numericKeys: hashed(true) };
}

/**
 * Adds the column's values that are the text itself (tier `exact`; for numeric columns the number that it writes), or that fold to the same
 * (tier `folded`). Surrounding space and quotes of the query are cut, unless the cell has them too.
 */
export function addExactMatches(segment: ColumnSegment, query: ExactQuery, into: ValueMatch[]): void {
  const { numeric, column } = segment.facts;
  for (const { key, hash } of numeric ? query.numericKeys : query.keys) {
    for (const id of idsWithHashedKey(segment, key, hash)) {
      const value = valueAt(segment, id);
      const exact =
        value === query.text ||
        value === query.plain ||
        (numeric && query.number !== undefined && numberIn(value) === query.number);
      into.push({
        column,
        value,
        count: countAt(segment, id),
        tier: exact ? "exact" : "folded",
        score: exact ? 1 : FOLDED_SCORE,
      });
    }
  }
}
