import { lookupKey } from "./lookup-key.ts";
import type { ColumnRef } from "./value-index.ts";

/** What is known of one column's part of the index besides its arrays. Stored as JSON in the head of its cache file. */
export interface SegmentFacts {
  readonly column: ColumnRef;
  /** `IndexedColumn.key`. */
  readonly columnKey: string;
  /** `SqlDriver.dataVersion` before the column was read. */
  readonly dataVersion: string;
  /** `DistinctValues.digest` of the values with their counts. */
  readonly digest: string;
  /** "words": a long text column; the entries are the folded words of its cells, counted by the rows that hold them. */
  readonly holds: "values" | "words";
  readonly numeric: boolean;
  /** Not everything was read: a miss proves nothing and counts are too low. */
  readonly sampled: boolean;
  /** All text is ASCII, so bytes are characters. */
  readonly ascii: boolean;
  /** Characters of short values, for trying every single edit of a short query. */
  readonly shortAlphabet: string;
  /** ISO time. */
  readonly builtAt: string;
}

/**
 * Typed arrays of one column, as they stand in the cache file. `n` values have ids 0 to n - 1.
 * Tables named `…Slots` are open-addressing hash tables with a power of two of slots that hold id + 1, or 0 when empty.
 */
export interface SegmentArrays {
  /** UTF-8 of all values, one behind the other. */
  readonly text: Uint8Array;
  /** n + 1 places in `text`. */
  readonly offsets: Uint32Array;
  /** Rows per value; 2^32 - 1 stands for that many or more. */
  readonly counts: Uint32Array;
  /** By hash of the lookup key. Values that share a key stand in one probe sequence. */
  readonly keySlots: Uint32Array;
  /** Hashes of initials, ascending, and in parallel the values that have them. */
  readonly initialHashes: Uint32Array;
  readonly initialIds: Uint32Array;
  /** Values whose key has at most `SHORT_LENGTH` characters. */
  readonly shortIds: Uint32Array;
  /** By trigram hash; entries index `gramKeys` and, with the next entry as the end, `gramStarts`. */
  readonly gramSlots: Uint32Array;
  readonly gramKeys: Uint32Array;
  readonly gramStarts: Uint32Array;
  /** Ascending ids of the values with each trigram. */
  readonly gramIds: Uint32Array;
}

/** Longest key that is found by trying edits instead of by trigrams, of which it has too few. */
export const SHORT_LENGTH = 4;

export interface ColumnSegment {
  readonly facts: SegmentFacts;
  readonly arrays: SegmentArrays;
}

export function segmentSize(segment: ColumnSegment): number {
  return segment.arrays.counts.length;
}

export function segmentBytes(segment: ColumnSegment): number {
  return Object.values(segment.arrays).reduce((sum, array) => sum + array.byteLength, 0);
}

export function valueAt(segment: ColumnSegment, id: number): string {
  const { text, offsets } = segment.arrays;
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const encoding = segment.facts.ascii ? "latin1" : "utf8";
  return bytes.toString(encoding, offsets[id] as number, offsets[id + 1] as number);
}

export function countAt(segment: ColumnSegment, id: number): number {
  return segment.arrays.counts[id] as number;
}

export function keyAt(segment: ColumnSegment, id: number): string {
  return lookupKey(valueAt(segment, id), segment.facts.numeric);
}
