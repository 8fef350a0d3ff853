import { type ColumnSegment, keyAt } from "./column-segment.ts";
import { hashText } from "./hash-text.ts";

const NONE: readonly number[] = [];

/** Ids of the values with this lookup key (see `lookupKey`; values that fold alike share one). */
export function idsWithKey(segment: ColumnSegment, key: string): readonly number[] {
  return idsWithHashedKey(segment, key, hashText(key));
}

/** `idsWithKey` for a key whose `hashText` is known. */
export function idsWithHashedKey(segment: ColumnSegment, key: string, hash: number): readonly number[] {
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
