import { isUtf8 } from "node:buffer";

import { beginningOf, type LoadFaults } from "../load-report.ts";
import { ByteDictionary, finishHash } from "../table/byte-dictionary.ts";
import { type TableBuilder, valueNumber } from "../table/table-builder.ts";
import {
  FAULT,
  FEED,
  HASH,
  isAbsolute,
  LESS,
  QUOTE,
  RELATIVE,
  RETURN,
  SPACE,
  STOP,
  TAB,
  TermScanner,
  UNDERSCORE,
} from "./term-scanner.ts";

/**
 * Reads N-Triples and N-Quads alike from bytes, a line at a time. A valid line costs no string and no object; an invalid
 * line leaves no trace but its report.
 */
export class NTriplesReader {
  readonly #builder: TableBuilder;
  readonly #faults: LoadFaults;
  readonly #graphs = new ByteDictionary();
  #line = 0;
  readonly #scanner: TermScanner;

  constructor(builder: TableBuilder, faults: LoadFaults) {
    this.#builder = builder;
    this.#scanner = new TermScanner(builder);
    this.#faults = faults;
  }

  get graphs(): number {
    return this.#graphs.size;
  }

  /** Reads whole lines. */
  read(bytes: Uint8Array): void {
    const end = bytes.length;
    let at = 0;
    while (at < end) {
      this.#line++;
      const after = this.#statement(bytes, at, end);
      if (after >= 0) {
        at = after;
        continue;
      }
      const feed = bytes.indexOf(FEED, at);
      const next = feed < 0 || feed >= end ? end : feed + 1;
      this.#faults.skip(this.#line, this.#scanner.reason, beginningOf(bytes, at, next));
      at = next;
    }
  }

  /** Reads one line. Returns the start of the next, or `FAULT`. */
  #statement(bytes: Uint8Array, from: number, end: number): number {
    const scanner = this.#scanner;
    let at = space(bytes, from, end);
    const first = bytes[at];
    if (at >= end || first === FEED || first === RETURN || first === HASH)
      return this.#lineEnd(bytes, at, end);

    at = scanner.node(bytes, at, end);
    if (at < 0) return at;
    const subjectBytes = scanner.bytes;
    const subjectStart = scanner.start;
    const subjectEnd = scanner.end;
    const subjectHash = scanner.hash;

    at = space(bytes, at, end);
    if (bytes[at] !== LESS) return this.#scanner.fault("an IRI is expected as the relation");
    at = scanner.iri(bytes, at, end);
    if (at < 0) return at;
    const predicateBytes = scanner.bytes;
    const predicateStart = scanner.start;
    const predicateEnd = scanner.end;
    const predicateHash = scanner.hash;

    at = space(bytes, at, end);
    at = bytes[at] === QUOTE ? scanner.literal(bytes, at, end) : scanner.node(bytes, at, end);
    if (at < 0) return at;
    const objectStart = scanner.start;
    const objectEnd = scanner.end;
    const objectHash = scanner.hash;
    const sort = this.#scanner.sort;
    const text = scanner.bytes;

    at = space(bytes, at, end);
    let graph = false;
    if (bytes[at] === LESS || bytes[at] === UNDERSCORE) {
      at = scanner.node(bytes, at, end);
      if (at < 0) return at;
      graph = true;
      at = space(bytes, at, end);
    }
    if (at >= end || bytes[at] !== STOP) return this.#scanner.fault(this.#instead(bytes, at, end));
    at = this.#lineEnd(bytes, space(bytes, at + 1, end), end);
    if (at < 0) return at;

    const { nodes, predicates, literals } = this.#builder;
    const subjectKey = finishHash(subjectHash, 0);
    const predicateKey = finishHash(predicateHash, 0);
    const objectKey = finishHash(objectHash, sort < 0 ? 0 : sort);
    // No term of the line may be stored before the whole line is known to be valid.
    let subject = nodes.find(subjectBytes, subjectStart, subjectEnd, subjectKey, 0);
    if (subject < 0 && !this.#right(subjectBytes, subjectStart, subjectEnd, true)) return FAULT;
    let predicate = predicates.find(predicateBytes, predicateStart, predicateEnd, predicateKey, 0);
    if (predicate < 0 && !this.#right(predicateBytes, predicateStart, predicateEnd, true)) return FAULT;
    const texts = sort < 0 ? nodes : literals;
    const kind = sort < 0 ? 0 : sort;
    let object = texts.find(text, objectStart, objectEnd, objectKey, kind);
    if (object < 0 && !this.#right(text, objectStart, objectEnd, sort < 0)) return FAULT;
    if (graph && !this.#right(scanner.bytes, scanner.start, scanner.end, true)) return FAULT;
    if (graph) this.#graphs.intern(scanner.bytes, scanner.start, scanner.end, finishHash(scanner.hash, 0), 0);

    if (subject < 0) subject = nodes.intern(subjectBytes, subjectStart, subjectEnd, subjectKey, 0);
    if (predicate < 0)
      predicate = predicates.intern(predicateBytes, predicateStart, predicateEnd, predicateKey, 0);
    if (object < 0) object = texts.intern(text, objectStart, objectEnd, objectKey, kind);
    this.#builder.add(subject, predicate, sort < 0 ? object : valueNumber(object));
    return at;
  }

  /** Index after the line feed, if at most a comment precedes it. */
  #lineEnd(bytes: Uint8Array, from: number, end: number): number {
    let at = from;
    if (bytes[at] === HASH && at < end) {
      const feed = bytes.indexOf(FEED, at);
      return feed < 0 || feed >= end ? end : feed + 1;
    }
    if (bytes[at] === RETURN && at < end) at++;
    if (at >= end) return end;
    return bytes[at] === FEED ? at + 1 : this.#scanner.fault("something stands behind the full stop");
  }

  #instead(bytes: Uint8Array, at: number, end: number): string {
    const next = bytes[at];
    if (at >= end || next === FEED || next === RETURN || next === HASH) return "no full stop at the end";
    return "a full stop is expected";
  }

  /** Whether a term that is not yet in the dictionary is valid. */
  #right(bytes: Uint8Array, start: number, end: number, node: boolean): boolean {
    if (node && bytes[start] !== UNDERSCORE && !isAbsolute(bytes, start, end)) {
      this.#scanner.reason = RELATIVE;
      return false;
    }
    for (let i = start; i < end; i++) {
      if ((bytes[i] as number) < 0x80) continue;
      if (isUtf8(bytes.subarray(start, end))) return true;
      this.#scanner.reason = "not valid UTF-8";
      return false;
    }
    return true;
  }
}

function space(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at;
}

/** Chunks as blocks of whole lines; only the last block may lack its line feed. A byte order mark at the beginning is removed. */
export async function* lineBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let isFirst = true;
  for await (const chunk of chunks) {
    const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    const bytes = hasMark ? chunk.subarray(3) : chunk;
    isFirst = false;
    const end = bytes.lastIndexOf(FEED) + 1;
    if (end > 0) {
      yield held.length === 0 ? bytes.subarray(0, end) : Buffer.concat([...held, bytes.subarray(0, end)]);
      held = [];
    }
    if (end < bytes.length) held.push(bytes.subarray(end));
  }
  if (held.length > 0) yield Buffer.concat(held);
}
