import { finishHash, hashBytes } from "./byte-hash.ts";

/** Texts by number, as they stand in the cache file. */
export interface FrozenTexts {
  /** UTF-8 of all texts, one behind the other. */
  readonly text: Uint8Array;
  /** One more than there are texts. */
  readonly offsets: Uint32Array;
  /** Open-addressing hash table with a power of two of slots: number + 1, or 0 where empty. */
  readonly slots: Uint32Array;
  /** What tells equal bytes apart; absent where nothing does. */
  readonly sorts?: Uint32Array;
}

/** The number of a text, or -1. */
export function findText(texts: FrozenTexts, wanted: Uint8Array, sort: number): number {
  const { text, offsets, slots, sorts } = texts;
  const mask = slots.length - 1;
  let slot = finishHash(hashBytes(wanted, 0, wanted.length), sort) & mask;
  for (; ; slot = (slot + 1) & mask) {
    const id = (slots[slot] as number) - 1;
    if (id < 0) return -1;
    if ((sorts?.[id] ?? 0) !== sort) continue;
    const start = offsets[id] as number;
    if ((offsets[id + 1] as number) - start === wanted.length && equals(text, start, wanted)) return id;
  }
}

function equals(text: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (text[start + i] !== wanted[i]) return false;
  return true;
}
