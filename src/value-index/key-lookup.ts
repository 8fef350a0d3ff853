import { hashText } from "./hash-text.ts";
import { keyAt, type Segment } from "./segment.ts";

const NONE: readonly number[] = [];

/** Ids of the values with this lookup key (see `lookupKey`; values that fold alike share one). */
export function idsWithKey(segment: Segment, key: string): readonly number[] {
  return idsWithHashedKey(segment, key, hashText(key));
}

/** `idsWithKey` for a key whose `hashText` is known. */
export function idsWithHashedKey(segment: Segment, key: string, hash: number): readonly number[] {
  const { keySlots } = segment.arrays;
  const mask = keySlots.length - 1;
  let ids: number[] | undefined;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const id = (keySlots[slot] as number) - 1;
    if (id < 0) return ids ?? NONE;
    if (keyAt(segment, id) !== key) continue;
    if (ids === undefined) ids = [id];
    else ids.push(id);
  }
}
