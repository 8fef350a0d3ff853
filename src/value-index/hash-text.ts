/** 32-bit hash of a text by its UTF-16 units (FNV-1a with a final mix). Stable: cache files depend on it. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** 32-bit hash of a range of bytes. Stable: digests in cache files depend on it. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return mix(hash);
}

export function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Smallest power of two at which a hash table with this many entries is at most half full. */
export function tableSize(entries: number): number {
  let size = 4;
  while (size < entries * 2) size *= 2;
  return size;
}
