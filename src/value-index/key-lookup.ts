import { hashText } from "./hash-text.ts";
import { lookupKey } from "./lookup-key.ts";
import { type Segment, valueAt } from "./segment.ts";

const NONE: readonly number[] = [];

/** Ids of the values with this lookup key (see `lookupKey`; values that fold alike share one). */
export function idsWithKey(segment: Segment, key: string): readonly number[] {
  return idsWithHashedKey(segment, key, hashText(key));
}

/** `idsWithKey` for a key whose `hashText` is known. */
export function idsWithHashedKey(segment: Segment, key: string, hash: number): readonly number[] {
  let ids: number[] | undefined;
  eachWithHashedKey(segment, { key, hash }, (id) => {
    if (ids === undefined) ids = [id];
    else ids.push(id);
  });
  return ids ?? NONE;
}

/** A lookup key with its `hashText`, and a text that it is the key of where one is known: a value that is the same needs no folding. */
export interface HashedKey {
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
