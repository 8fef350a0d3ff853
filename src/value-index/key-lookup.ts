import { hashText } from "./hash-text.ts";
import { lookupKey } from "./lookup-key.ts";
import { type Segment, valueAt } from "./segment.ts";

const NONE: readonly number[] = [];

/** Ids of the values with this lookup key (see `lookupKey`; values that fold alike share one). */
export function idsWithKey(segment: Segment, key: string): readonly number[] {
  return idsWithHashedKey(segment, key, hashText(key));
}

/** `idsWithKey` for a key whose `hashText` is known; `text` is a text that it is the key of, where one is known: a value that is the same needs no folding. */
export function idsWithHashedKey(
  segment: Segment,
  key: string,
  hash: number,
  text?: string,
): readonly number[] {
  const { keySlots } = segment.arrays;
  const mask = keySlots.length - 1;
  let ids: number[] | undefined;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const id = (keySlots[slot] as number) - 1;
    if (id < 0) return ids ?? NONE;
    if (!hasKey(segment, id, key, text)) continue;
    if (ids === undefined) ids = [id];
    else ids.push(id);
  }
}

function hasKey(segment: Segment, id: number, key: string, text: string | undefined): boolean {
  const value = valueAt(segment, id);
  return value === text || lookupKey(value, segment.facts.numeric) === key;
}
