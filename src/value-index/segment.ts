import { crc32 } from "node:zlib";
import { foldText } from "../util/fold-text.ts";
import { cacheFileFacts, cacheFileHead, HEAD_BYTES } from "./cache-folder.ts";

/**
 * Metadata of one segment, stored as JSON in the head of its cache file. `Source` identifies the values' origin for the segment's owner; every match
 * returns it.
 */
export interface SegmentFacts<Source = unknown> {
  readonly source: Source;
  /** Name of its cache file. */
  readonly key: string;
  /** Version of the data, taken before the values were read. */
  readonly dataVersion: string;
  /** `DistinctValues.digest` of the values with their counts. */
  readonly digest: string;
  readonly numeric: boolean;
  /** True if only a part was read: a miss proves nothing, and counts are too low. */
  readonly sampled: boolean;
  /** True if all text is ASCII, so that bytes are characters. */
  readonly ascii: boolean;
  /** Characters of the short values, for trying every single edit of a short query. */
  readonly shortAlphabet: string;
  /** ISO time. */
  readonly builtAt: string;
}

/**
 * Typed arrays of one segment, as in the cache file. `n` values have ids 0 to n - 1.
 * Tables named `…Slots` are open-addressing hash tables with a power of two of slots that hold id + 1, or 0 when empty.
 */
export interface SegmentArrays {
  /** UTF-8 of all values, concatenated. */
  readonly text: Uint8Array;
  /** n + 1 offsets in `text`. */
  readonly offsets: Uint32Array;
  /** Occurrences of each value; 2^32 - 1 stands for that many or more. */
  readonly counts: Uint32Array;
  /** Hash table by lookup key. Values with the same key share one probe sequence. */
  readonly keySlots: Uint32Array;
  /** Hashes of initials, ascending; `initialIds` has the values in parallel. */
  readonly initialHashes: Uint32Array;
  readonly initialIds: Uint32Array;
  /** Ids of values whose key has at most `SHORT_LENGTH` characters. */
  readonly shortIds: Uint32Array;
  /** Hash table by trigram; its entries index `gramKeys` and `gramStarts`, where the next entry is the end. */
  readonly gramSlots: Uint32Array;
  readonly gramKeys: Uint32Array;
  readonly gramStarts: Uint32Array;
  /** Ascending ids of the values with each trigram. */
  readonly gramIds: Uint32Array;
}

/** Greatest length of keys that are found by trying edits: they have too few trigrams. */
export const SHORT_LENGTH = 4;

/** Distinct values of one source with everything needed for searching them. */
export interface Segment<Source = unknown> {
  readonly facts: SegmentFacts<Source>;
  readonly arrays: SegmentArrays;
  /** The owner's own arrays per value, by name; in the same cache file, so that both stay consistent. */
  readonly beside?: Readonly<Record<string, Uint32Array>>;
}

export function segmentSize(segment: Segment): number {
  return segment.arrays.counts.length;
}

export function segmentBytes(segment: Segment): number {
  const arrays = [...Object.values(segment.arrays), ...Object.values(segment.beside ?? {})];
  return arrays.reduce((sum, array) => sum + array.byteLength, 0);
}

/** Cached views: a look-up reads single values, and making a view takes longer than reading one. */
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

const MAGIC = 0x49565846; // "FXVI"
/** Increase it with every change of the layout, a hash or `foldText`: files of other versions are rebuilt. */
const SEGMENT_VERSION = 3;
const NAMES = [
  "offsets",
  "counts",
  "keySlots",
  "initialHashes",
  "initialIds",
  "shortIds",
  "gramSlots",
  "gramKeys",
  "gramStarts",
  "gramIds",
  "text",
] as const satisfies readonly (keyof SegmentArrays)[];

interface StoredFacts<Source> {
  readonly facts: SegmentFacts<Source>;
  /** Bytes of each array, in the order of `NAMES`. */
  readonly lengths: readonly number[];
  /** Names and bytes of the arrays of `Segment.beside`, which precede all others. */
  readonly beside: readonly (readonly [name: string, bytes: number])[];
}

/** The consecutive pieces of a cache file; little-endian, arrays on 4-byte boundaries. */
export function encodeSegment<Source>(segment: Segment<Source>): readonly Uint8Array[] {
  const beside = Object.entries(segment.beside ?? {});
  const arrays = NAMES.map((name) => bytesOf(segment.arrays[name]));
  const stored: StoredFacts<Source> = {
    facts: segment.facts,
    lengths: arrays.map((bytes) => bytes.length),
    beside: beside.map(([name, array]) => [name, array.byteLength]),
  };
  const json = Buffer.from(JSON.stringify(stored));
  const facts = Buffer.alloc(Math.ceil(json.length / 4) * 4, " ");
  json.copy(facts);
  const body = [facts, ...beside.map(([, array]) => bytesOf(array)), ...arrays];
  const total = HEAD_BYTES + body.reduce((sum, bytes) => sum + bytes.length, 0);
  const head = cacheFileHead(MAGIC, SEGMENT_VERSION, facts.length, total);
  head[3] = body.reduce((crc, bytes) => crc32(bytes, crc), crc32(bytesOf(head.subarray(4))));
  return [bytesOf(head), ...body];
}

/**
 * The segment in a cache file's bytes, not copied; undefined if the file is damaged, truncated, of another version or of another machine's byte
 * order. `bytes` must be aligned to 4 bytes.
 */
export function decodeSegment<Source>(bytes: Uint8Array): Segment<Source> | undefined {
  const found = cacheFileFacts<StoredFacts<Source>>(bytes, MAGIC, SEGMENT_VERSION, 4);
  if (found === undefined) return undefined;
  const { facts: stored, end } = found;
  let at = bytes.byteOffset + end;
  const next = (length: number): Uint32Array => {
    const array = new Uint32Array(bytes.buffer, at, length / 4);
    at += length;
    return array;
  };
  const beside = Object.fromEntries(stored.beside.map(([name, length]) => [name, next(length)]));
  const arrays: Partial<Record<keyof SegmentArrays, Uint8Array | Uint32Array>> = {};
  for (const [i, name] of NAMES.entries()) {
    const length = stored.lengths[i] ?? 0;
    // The text comes last, as its length is not a multiple of four.
    arrays[name] = name === "text" ? new Uint8Array(bytes.buffer, at, length) : next(length);
  }
  return { facts: stored.facts, arrays: arrays as SegmentArrays, beside };
}

function bytesOf(array: Uint8Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/**
 * The text by which a value is indexed: folded, and for numeric sources the number's value, so that `12.50`, `12.5` and `1,250e-2` match. Numbers of
 * more than 15 digits stay text, since a float would merge neighbours.
 */
export function lookupKey(text: string, numeric: boolean): string {
  if (numeric) {
    const number = numberIn(text);
    if (number !== undefined) return String(number);
  }
  return foldText(text);
}

/** The number in a text (`1,204`, `12.50`, `-3e4`); undefined for other texts and for more than 15 digits. */
export function numberIn(text: string): number | undefined {
  // Most texts are no numbers, which their beginning shows.
  if (!/^\s*[+-]?\.?\d/u.test(text)) return undefined;
  const plain = text.trim().replace(/(?<=^[+-]?\d{1,3}(?:[ ,_']\d{3})*)[ ,_'](?=\d{3}(?!\d))/gu, "");
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/iu.test(plain)) return undefined;
  if (plain.replace(/e.*$/iu, "").replace(/\D/gu, "").replace(/^0+/u, "").length > 15) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number + 0 : undefined;
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
]);

/** The query without surrounding space and one pair of quotes: `" 'Bruce Wayne' "` gives `Bruce Wayne`, `'O''Brien'` gives `O'Brien`. */
export function withoutQuotes(text: string): string {
  const trimmed = text.trim();
  const closing = QUOTES.get(trimmed[0] ?? "");
  if (closing === undefined || trimmed.length < 3 || !trimmed.endsWith(closing)) return trimmed;
  const inner = trimmed.slice(1, -1);
  // A lone quote inside means several quoted parts. A doubled quote is SQL's escape, and between letters it is an apostrophe.
  const alone = inner.replaceAll(closing + closing, "").replace(/(?<=\p{L})['’](?=\p{L})/gu, "");
  if (alone.includes(closing) || inner.trim() === "") return trimmed;
  return inner.replaceAll(closing + closing, closing).trim();
}
