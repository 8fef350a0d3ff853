import type { Segment } from "./segment.ts";

/**
 * Values whose words begin with the letters of this `hashText`, such as `sss` for State Special School. Rare collisions are left to the
 * ranking.
 */
export function idsWithInitials(segment: Segment, hash: number): Iterable<number> {
  const { initialHashes, initialIds } = segment.arrays;
  let [low, high] = [0, initialHashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((initialHashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < initialHashes.length && initialHashes[end] === hash) end++;
  return initialIds.subarray(low, end);
}
