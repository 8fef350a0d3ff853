/** Start of a hash that is fed byte by byte: `hash = hashStep(hash, byte)`, then `finishHash`. FNV-1a; cache files depend on it. */
export const HASH_START = 0x811c9dc5 | 0;
export const HASH_PRIME = 0x01000193;

/** Spreads the bits of a fed hash and counts in what else tells terms apart (`sort`). Unsigned, 32 bits. */
export function finishHash(hash: number, sort: number): number {
  let h = hash ^ Math.imul(sort, 0x9e3779b1);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The fed, unfinished hash of a range of bytes. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_START;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), HASH_PRIME);
  return hash;
}
