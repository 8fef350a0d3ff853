import { crc32 } from "node:zlib";
import type { Segment, SegmentArrays, SegmentFacts } from "./segment.ts";

const MAGIC = 0x49565846; // "FXVI"
/** Raise it with every change of the layout, of a hash or of `foldText`: files of other versions are built anew. */
export const SEGMENT_VERSION = 2;
/** magic, version, length of the facts, CRC-32 of all that follows, total length (two halves), and two spare. */
const HEAD_BYTES = 32;

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
  /** Names and bytes of the arrays of `Segment.beside`, which stand before all others. */
  readonly beside: readonly (readonly [name: string, bytes: number])[];
}

/** The pieces of a cache file one behind the other; little-endian, arrays on 4-byte borders. */
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
  const head = new Uint32Array(HEAD_BYTES / 4);
  head.set([MAGIC, SEGMENT_VERSION, facts.length, 0, total % 2 ** 32, Math.floor(total / 2 ** 32)]);
  head[3] = body.reduce((crc, bytes) => crc32(bytes, crc), crc32(bytesOf(head.subarray(4))));
  return [bytesOf(head), ...body];
}

/**
 * The segment in a cache file's bytes without copying them, or undefined where the file is damaged, cut off, of another version or of
 * another machine's byte order. `bytes` must start on a 4-byte border.
 */
export function decodeSegment<Source>(bytes: Uint8Array): Segment<Source> | undefined {
  if (bytes.length < HEAD_BYTES || bytes.byteOffset % 4 !== 0) return undefined;
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD_BYTES / 4);
  const [magic, version, factsLength = 0, checksum, low = 0, high = 0] = head;
  if (magic !== MAGIC || version !== SEGMENT_VERSION || high * 2 ** 32 + low !== bytes.length)
    return undefined;
  if (crc32(bytes.subarray(16)) !== checksum) return undefined;
  const stored = parseFacts<Source>(bytes.subarray(HEAD_BYTES, HEAD_BYTES + factsLength));
  let at = bytes.byteOffset + HEAD_BYTES + factsLength;
  const next = (length: number): Uint32Array => {
    const array = new Uint32Array(bytes.buffer, at, length / 4);
    at += length;
    return array;
  };
  const beside = Object.fromEntries(stored.beside.map(([name, length]) => [name, next(length)]));
  const arrays: Partial<Record<keyof SegmentArrays, Uint8Array | Uint32Array>> = {};
  for (const [i, name] of NAMES.entries()) {
    const length = stored.lengths[i] ?? 0;
    // The text comes last, as its length is no multiple of four.
    arrays[name] = name === "text" ? new Uint8Array(bytes.buffer, at, length) : next(length);
  }
  return { facts: stored.facts, arrays: arrays as SegmentArrays, beside };
}

function parseFacts<Source>(bytes: Uint8Array): StoredFacts<Source> {
  return JSON.parse(Buffer.from(bytes).toString()) as StoredFacts<Source>;
}

function bytesOf(array: Uint8Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
