import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { LoadReport } from "../load-report.ts";
import { FileDictionary } from "./file-dictionary.ts";
import type { BuiltTable } from "./table-builder.ts";

const SUFFIX = ".triples";
const DAY = 24 * 60 * 60 * 1000;
/** Left by a process that was killed in the middle of a write. */
const STALE_TEMPORARY = DAY;
/** Of files that nobody has loaded or that changed since. */
const STALE_TABLE = 60 * DAY;
const PIECE = 1 << 26;

/**
 * The tables of all files that were loaded: a folder that only its owner can enter, one file per source. Files appear whole or not at all
 * (written aside, then renamed), so that several processes may load at once: the last one wins, and each file is right. What cannot be
 * written or read is as if it were not there.
 */
export class TableCache {
  readonly #folder: string;

  /** `cacheFolder` is the user's cache folder. */
  constructor(cacheFolder: string) {
    this.#folder = join(cacheFolder, "triples");
  }

  /** The table of just this source, or undefined where there is none, or it is damaged or of another version. */
  async read(source: SourceFacts): Promise<StoredTable | undefined> {
    try {
      await using file = await open(this.#pathOf(source), "r");
      const { size } = await file.stat();
      const bytes = new Uint8Array(new SharedArrayBuffer(size));
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, Math.min(size - at, PIECE), at);
        if (bytesRead === 0) return undefined;
        at += bytesRead;
      }
      const stored = decodeTable(bytes);
      return stored !== undefined && sameSource(stored.source, source) ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  /** False where the file could not be written (a full disk, a read-only folder). */
  async write(source: SourceFacts, bytes: Uint8Array): Promise<boolean> {
    const target = this.#pathOf(source);
    const temporary = `${target}.${process.pid}-${randomUUID()}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await chmod(this.#folder, 0o700);
      {
        await using file = await open(temporary, "wx", 0o600);
        for (let at = 0; at < bytes.length; at += PIECE) {
          await file.writeFile(bytes.subarray(at, at + PIECE));
        }
        await file.datasync();
      }
      await rename(temporary, target);
      return true;
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
      return false;
    }
  }

  /** Removes what nobody has use for any more. */
  async prune(now: number = Date.now()): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const temporary = name.endsWith(".tmp");
      if (!temporary && !name.endsWith(SUFFIX)) continue;
      const path = join(this.#folder, name);
      const used = await stat(path).then(
        (facts) => Math.max(facts.mtimeMs, facts.atimeMs),
        () => now,
      );
      if (now - used > (temporary ? STALE_TEMPORARY : STALE_TABLE)) {
        await rm(path, { force: true }).catch(() => undefined);
      }
    }
  }

  #pathOf({ key, format = "", policy }: SourceFacts): string {
    const parts = [key, format, ...(policy === undefined ? [] : [policy])];
    const name = createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);
    return join(this.#folder, name + SUFFIX);
  }
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
/** Raise it with every change of the layout, of a hash, or of what the readers make of a file: files of other versions are loaded anew. */
export const TABLE_VERSION = 3;
/** magic, version, length of the facts, CRC-32 of all that follows, total length (two halves), and two spare. */
const HEAD_BYTES = 32;

/** Says which file a table was made from. All of it must be equal for a table to be taken again. */
export interface SourceFacts {
  /** A hash of the file's real path. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** The format that was asked for; absent where it was recognised. */
  readonly format?: string;
  /** A key of the privacy rules under which the table was made; absent where all of the file is in it. */
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

/** What a cache file holds. */
export interface StoredTable {
  readonly source: SourceFacts;
  readonly report: LoadReport;
  readonly table: BuiltTable;
  /** Holds all of it. */
  readonly bytes: Uint8Array;
}

/** The bytes of a cache file, in memory that workers can share. Arrays stand on 8-byte borders. */
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
  head.set([MAGIC, TABLE_VERSION, facts.length, 0, total % 2 ** 32, Math.floor(total / 2 ** 32)]);
  head[3] = crc32(bytes.subarray(16));
  return bytes;
}

/**
 * The table in a cache file's bytes, without copying them, or undefined where they are damaged, cut off, of another version, or of another
 * machine's byte order. `bytes` must start on an 8-byte border.
 */
export function decodeTable(bytes: Uint8Array): StoredTable | undefined {
  if (bytes.length < HEAD_BYTES || bytes.byteOffset % 8 !== 0) return undefined;
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD_BYTES / 4);
  const [magic, version, factsLength = 0, checksum, low = 0, high = 0] = head;
  if (magic !== MAGIC || version !== TABLE_VERSION || high * 2 ** 32 + low !== bytes.length) return undefined;
  if (crc32(bytes.subarray(16)) !== checksum) return undefined;
  const facts = JSON.parse(
    Buffer.from(bytes.subarray(HEAD_BYTES, HEAD_BYTES + factsLength)).toString(),
  ) as StoredFacts;
  let at = bytes.byteOffset + HEAD_BYTES + factsLength;
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

function arraysOf({ dictionary, predicates, bySubject, byObject, byPredicate }: BuiltTable): StoredArray[] {
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
