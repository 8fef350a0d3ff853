import { createHash } from "node:crypto";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import {
  CacheFolder,
  cacheFileFacts,
  cacheFileHead,
  HEAD_BYTES,
} from "../../../../../value-index/cache-folder.ts";
import type { LoadReport } from "../load-report.ts";
import type { TripleTable } from "../triple-table.ts";
import { FileDictionary } from "./file-dictionary.ts";

/** Days without use after which a cached table is removed. */
const STALE = 60;

/** Cached tables of loaded files, one cache file per source. */
export class TableCache {
  readonly #folder: CacheFolder;

  /** `cacheFolder` is the user's cache folder. */
  constructor(cacheFolder: string) {
    this.#folder = new CacheFolder(join(cacheFolder, "triples"), ".triples");
  }

  /** The table of exactly this source; undefined if there is none, or if it is damaged or of another version. */
  async read(source: SourceFacts): Promise<StoredTable | undefined> {
    const room = (size: number) => new Uint8Array(new SharedArrayBuffer(size));
    const bytes = await this.#folder.read(nameOf(source), room);
    const stored = bytes && decodeTable(bytes);
    return stored !== undefined && sameSource(stored.source, source) ? stored : undefined;
  }

  /** False if the file could not be written (a full disk, a read-only folder). */
  write(source: SourceFacts, bytes: Uint8Array): Promise<boolean> {
    return this.#folder.write(nameOf(source), [bytes]);
  }

  /** Removes stale tables. */
  prune(): Promise<void> {
    return this.#folder.prune(STALE);
  }
}

function nameOf({ key, format = "", policy }: SourceFacts): string {
  const parts = [key, format, ...(policy === undefined ? [] : [policy])];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);
}

function sameSource(a: SourceFacts, b: SourceFacts): boolean {
  return (
    a.key === b.key &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.format === b.format &&
    a.policy === b.policy
  );
}

/** "FXTT" as it is read on a little-endian machine; arrays are stored in the machine's own order. */
const MAGIC = 0x54545846;
/** Raise it with every change of the layout, of a hash, or of the readers' results: files of other versions are reloaded. */
export const TABLE_VERSION = 3;
/** Identifies the file from which a table was made. A cached table is reused only if all members are equal. */
export interface SourceFacts {
  /** A hash of the file's real path. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** The requested format; absent if it was recognised. */
  readonly format?: string;
  /** A key of the privacy rules under which the table was made; absent if nothing is hidden. */
  readonly policy?: string;
}

interface StoredFacts {
  readonly source: SourceFacts;
  readonly report: LoadReport;
  readonly sorts: readonly string[];
  readonly triples: number;
  readonly widePredicates: boolean;
  /** Bytes of each array, in the order of `arraysOf`. */
  readonly lengths: readonly number[];
}

/** Contents of a cache file. */
export interface StoredTable {
  readonly source: SourceFacts;
  readonly report: LoadReport;
  readonly table: TripleTable;
  /** The whole cache file. */
  readonly bytes: Uint8Array;
}

/** The bytes of a cache file, in memory that workers can share. Arrays are aligned to 8 bytes. */
export function encodeTable({ source, report, table }: Omit<StoredTable, "bytes">): Uint8Array {
  const arrays = arraysOf(table).map(bytesOf);
  const stored: StoredFacts = {
    source,
    report,
    sorts: table.dictionary.arrays.sorts,
    triples: table.triples,
    widePredicates: table.bySubject.predicates instanceof Uint32Array,
    lengths: arrays.map((bytes) => bytes.length),
  };
  const json = Buffer.from(JSON.stringify(stored));
  const facts = Buffer.alloc(padded(json.length), " ");
  json.copy(facts);
  const total = arrays.reduce((sum, { length }) => sum + padded(length), HEAD_BYTES + facts.length);
  const bytes = new Uint8Array(new SharedArrayBuffer(total));
  let at = HEAD_BYTES;
  for (const part of [facts, ...arrays]) {
    bytes.set(part, at);
    at += padded(part.length);
  }
  const head = new Uint32Array(bytes.buffer, 0, HEAD_BYTES / 4);
  head.set(cacheFileHead(MAGIC, TABLE_VERSION, facts.length, total));
  head[3] = crc32(bytes.subarray(16));
  return bytes;
}

/**
 * The table in a cache file's bytes, without copying them, or undefined if they are damaged, cut off, of another version, or of another
 * machine's byte order. `bytes` must be aligned to 8 bytes.
 */
export function decodeTable(bytes: Uint8Array): StoredTable | undefined {
  const found = cacheFileFacts<StoredFacts>(bytes, MAGIC, TABLE_VERSION, 8);
  if (found === undefined) return undefined;
  const { facts, end } = found;
  let at = bytes.byteOffset + end;
  const lengths = facts.lengths.values();
  const next = <T>(
    Kind: new (buffer: ArrayBufferLike, offset: number, length: number) => T,
    width: number,
  ): T => {
    const length = lengths.next().value ?? 0;
    const array = new Kind(bytes.buffer, at, length / width);
    at += padded(length);
    return array;
  };
  const numbers = () => next(Uint32Array, 4);
  const predicateNumbers = () => (facts.widePredicates ? numbers() : next(Uint16Array, 2));
  const texts = () => ({ offsets: numbers(), slots: numbers(), text: next(Uint8Array, 1) });
  const nodes = texts();
  const literals = { ...texts(), sorts: numbers() };
  const adjacency = () => ({ offsets: numbers(), predicates: predicateNumbers(), ends: numbers() });
  const table = {
    dictionary: new FileDictionary({ nodes, literals, sorts: facts.sorts }),
    triples: facts.triples,
    predicates: numbers(),
    bySubject: adjacency(),
    byObject: adjacency(),
    byPredicate: { offsets: numbers(), subjects: numbers(), objects: numbers() },
  };
  return { source: facts.source, report: facts.report, table, bytes };
}

type StoredArray = Uint8Array | Uint16Array | Uint32Array;

function arraysOf({ dictionary, predicates, bySubject, byObject, byPredicate }: TripleTable): StoredArray[] {
  const { nodes, literals } = dictionary.arrays;
  return [
    ...[nodes.offsets, nodes.slots, nodes.text],
    ...[literals.offsets, literals.slots, literals.text, literals.sorts ?? new Uint32Array(0)],
    predicates,
    ...[bySubject.offsets, bySubject.predicates, bySubject.ends],
    ...[byObject.offsets, byObject.predicates, byObject.ends],
    ...[byPredicate.offsets, byPredicate.subjects, byPredicate.objects],
  ];
}

function bytesOf(array: StoredArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function padded(length: number): number {
  return length + gap(length);
}

function gap(length: number): number {
  return (8 - (length % 8)) % 8;
}
