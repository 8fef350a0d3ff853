import { type ColumnSegment, keyAt } from "./column-segment.ts";
import { hashText } from "./hash-text.ts";

/** Ids of the values with this lookup key (see `lookupKey`; values that fold alike share one). */
export function idsWithKey(segment: ColumnSegment, key: string): readonly number[] {
  const { keySlots } = segment.arrays;
  const mask = keySlots.length - 1;
  const ids: number[] = [];
  for (let slot = hashText(key) & mask; ; slot = (slot + 1) & mask) {
    const id = (keySlots[slot] as number) - 1;
    if (id < 0) return ids;
    if (keyAt(segment, id) === key) ids.push(id);
  }
}
