import { lookupKey } from "./lookup-key.ts";

/**
 * What is known of one segment besides its arrays. Stored as JSON in the head of its cache file. `Source` says what the values are of, in terms of
 * whoever owns the segment; it is handed back with every match.
 */
export interface SegmentFacts<Source = unknown> {
  readonly source: Source;
  /** Name of its cache file. */
  readonly key: string;
  /** Version of the data before they were read. */
  readonly dataVersion: string;
  /** `DistinctValues.digest` of the values with their counts. */
  readonly digest: string;
  /** "words": of texts too long to be searched whole; the entries are their folded words, counted by the texts that hold them. */
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
 * Typed arrays of one segment, as they stand in the cache file. `n` values have ids 0 to n - 1.
 * Tables named `…Slots` are open-addressing hash tables with a power of two of slots that hold id + 1, or 0 when empty.
 */
export interface SegmentArrays {
  /** UTF-8 of all values, one behind the other. */
  readonly text: Uint8Array;
  /** n + 1 places in `text`. */
  readonly offsets: Uint32Array;
  /** How often each value stands there; 2^32 - 1 stands for that many or more. */
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

/** Distinct values of one source with everything needed for searching them. */
export interface Segment<Source = unknown> {
  readonly facts: SegmentFacts<Source>;
  readonly arrays: SegmentArrays;
  /** What the owner keeps of each value beside these, by name; in the same cache file, so that the two never part. */
  readonly beside?: Readonly<Record<string, Uint32Array>>;
}

export function segmentSize(segment: Segment): number {
  return segment.arrays.counts.length;
}

export function segmentBytes(segment: Segment): number {
  const arrays = [...Object.values(segment.arrays), ...Object.values(segment.beside ?? {})];
  return arrays.reduce((sum, array) => sum + array.byteLength, 0);
}

/** A look-up reads values one by one, and making the view takes longer than reading. */
const views = new WeakMap<Uint8Array, Buffer>();

export function valueAt(segment: Segment, id: number): string {
  const { text, offsets } = segment.arrays;
  const encoding = segment.facts.ascii ? "latin1" : "utf8";
  return viewOf(text).toString(encoding, offsets[id] as number, offsets[id + 1] as number);
}

function viewOf(text: Uint8Array): Buffer {
  const known = views.get(text);
  if (known !== undefined) return known;
  const view = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  views.set(text, view);
  return view;
}

export function countAt(segment: Segment, id: number): number {
  return segment.arrays.counts[id] as number;
}

export function keyAt(segment: Segment, id: number): string {
  return lookupKey(valueAt(segment, id), segment.facts.numeric);
}
