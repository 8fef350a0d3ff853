import { hashText } from "./hash-text.ts";
import { countAt, lookupKey, numberIn, type Segment, valueAt, withoutQuotes } from "./segment.ts";
import type { SegmentMatch } from "./segment-match.ts";

/** A value to search in many segments, with its lookup keys hashed once. */
export interface ExactQuery {
  readonly text: string;
  /** Without surrounding space and quotes. */
  readonly plain: string;
  readonly number: number | undefined;
  readonly keys: readonly HashedKey[];
  /** Keys for numeric segments. */
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
 * Adds the segment's values that equal the text (tier `exact`; in numeric segments the same number), or that fold to the same text (tier `folded`).
 * Surrounding space and quotes of the query are dropped, unless the value has them too.
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

/** A lookup key with its `hashText` and, if known, a text that has this key: an equal value needs no folding. */
interface HashedKey {
  readonly key: string;
  readonly hash: number;
  readonly text?: string;
}

/** Calls `found` with each value that has this key. */
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
 * True if a value's first byte rules the key out, without decoding and folding the value: most neighbours in the hash table have another key. Folding
 * keeps an ASCII letter in its position, in lower case, whatever follows it.
 */
function beginsOtherwise(segment: Segment, id: number, key: string): boolean {
  const { text, offsets } = segment.arrays;
  const at = offsets[id] as number;
  if (at === offsets[id + 1]) return false;
  const small = (text[at] as number) | 0x20;
  return small >= 0x61 && small <= 0x7a && small !== key.charCodeAt(0);
}

/** Score of a value that equals the query except for case, accents or space: the highest below equality. */
export const FOLDED_SCORE = 0.99;
