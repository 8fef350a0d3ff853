import type { ColumnSegment } from "./column-segment.ts";
import { hashText } from "./hash-text.ts";

/** Values whose words begin with these letters, such as `sss` for State Special School. Rare hash collisions are left to the ranking. */
export function idsWithInitials(segment: ColumnSegment, letters: string): readonly number[] {
  if (letters.length < 2) return [];
  const { initialHashes, initialIds } = segment.arrays;
  const hash = hashText(letters);
  let [low, high] = [0, initialHashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((initialHashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < initialHashes.length && initialHashes[end] === hash) end++;
  return [...initialIds.subarray(low, end)];
}
