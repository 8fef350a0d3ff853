import { FOLDED_SCORE } from "./folded-score.ts";
import { hashText } from "./hash-text.ts";
import { eachWithHashedKey, type HashedKey } from "./key-lookup.ts";
import { lookupKey, numberIn, withoutQuotes } from "./lookup-key.ts";
import { countAt, type Segment } from "./segment.ts";
import type { SegmentMatch } from "./segment-match.ts";

/** A value that is looked for in many segments: its lookup keys with their hashes, made once. */
export interface ExactQuery {
  readonly text: string;
  /** Without surrounding space and quotes. */
  readonly plain: string;
  readonly number: number | undefined;
  readonly keys: readonly HashedKey[];
  /** For numeric segments. */
  readonly numericKeys: readonly HashedKey[];
}

export function exactQuery(text: string): ExactQuery {
  const plain = withoutQuotes(text);
  const keys = hashedKeys(text, plain, false);
  const number = numberIn(plain);
  const numbers = number !== undefined || (plain !== text && numberIn(text) !== undefined);
  return { text, plain, number, keys, numericKeys: numbers ? hashedKeys(text, plain, true) : keys };
}

function hashedKeys(text: string, plain: string, numeric: boolean): readonly HashedKey[] {
  const key = lookupKey(text, numeric);
  const first = { text, key, hash: hashText(key) };
  const plainKey = plain === text ? key : lookupKey(plain, numeric);
  return plainKey === key ? [first] : [first, { text: plain, key: plainKey, hash: hashText(plainKey) }];
}

/**
 * Adds the segment's values that are the text itself (tier `exact`; for numeric segments the number that it writes), or that fold to the same
 * (tier `folded`). Surrounding space and quotes of the query are cut, unless the value has them too.
 */
export function addExactMatches<Source>(
  segment: Segment<Source>,
  query: ExactQuery,
  into: SegmentMatch<Source>[],
): void {
  const { numeric, source } = segment.facts;
  for (const hashed of numeric ? query.numericKeys : query.keys) {
    eachWithHashedKey(segment, hashed, (id, value) => {
      const exact =
        value === query.text ||
        value === query.plain ||
        (numeric && query.number !== undefined && numberIn(value) === query.number);
      into.push({
        source,
        id,
        value,
        count: countAt(segment, id),
        tier: exact ? "exact" : "folded",
        score: exact ? 1 : FOLDED_SCORE,
      });
    });
  }
}
