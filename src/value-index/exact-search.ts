import { hashText } from "./hash-text.ts";
import { countAt, lookupKey, numberIn, type Segment, valueAt, withoutQuotes } from "./segment.ts";
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

const NONE: readonly number[] = [];

/** Ids of the values with this lookup key (see `lookupKey`; values that fold alike share one). */
export function idsWithKey(segment: Segment, key: string, hash: number = hashText(key)): readonly number[] {
  let ids: number[] | undefined;
  eachWithHashedKey(segment, { key, hash }, (id) => {
    if (ids === undefined) ids = [id];
    else ids.push(id);
  });
  return ids ?? NONE;
}

/** A lookup key with its `hashText`, and a text that it is the key of where one is known: a value that is the same needs no folding. */
interface HashedKey {
  readonly key: string;
  readonly hash: number;
  readonly text?: string;
}

/** Gives each value with this key to `found`. */
export function eachWithHashedKey(
  segment: Segment,
  { key, hash, text }: HashedKey,
  found: (id: number, value: string) => void,
): void {
  const { keySlots } = segment.arrays;
  const mask = keySlots.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const id = (keySlots[slot] as number) - 1;
    if (id < 0) return;
    if (beginsOtherwise(segment, id, key)) continue;
    const value = valueAt(segment, id);
    if (value === text || lookupKey(value, segment.facts.numeric) === key) found(id, value);
  }
}

/**
 * What lies in the same stretch of the table mostly has another key, and its first byte tells without the value being made and folded: an ASCII letter
 * stays in its place and becomes a small one, whatever follows it.
 */
function beginsOtherwise(segment: Segment, id: number, key: string): boolean {
  const { text, offsets } = segment.arrays;
  const at = offsets[id] as number;
  if (at === offsets[id + 1]) return false;
  const small = (text[at] as number) | 0x20;
  return small >= 0x61 && small <= 0x7a && small !== key.charCodeAt(0);
}

/** Score of a value that equals the query but for case, accents or space: as near as can be without being equal. */
export const FOLDED_SCORE = 0.99;
