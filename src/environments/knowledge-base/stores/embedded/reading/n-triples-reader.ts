import { isUtf8 } from "node:buffer";
import { ByteDictionary } from "../table/byte-dictionary.ts";
import { finishHash, HASH_PRIME, HASH_START, hashBytes } from "../table/byte-hash.ts";
import { PLAIN } from "../table/literal-sorts.ts";
import { type TableBuilder, valueNumber } from "../table/table-builder.ts";
import type { LineBlock } from "./line-blocks.ts";
import { beginningOf, type LoadFaults } from "./load-faults.ts";
import { quotedStatement } from "./quoted-statement.ts";
import { unescapeBytes } from "./unescape-bytes.ts";

const FEED = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
const QUOTE = 34;
const HASH = 35;
const DASH = 45;
const STOP = 46;
const COLON = 58;
const LESS = 60;
const GREATER = 62;
const AT = 64;
const BACKSLASH = 92;
const HAT = 94;
const UNDERSCORE = 95;

/** 1 for bytes that may not stand in an IRI as they are; the end of it is among them. */
const STOPS_IRI = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || '<>"{}|^`\\'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** 1 for bytes that end a blank node's label. */
const STOPS_LABEL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || '<>"{}|^`\\@,;()[]#'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

const FAULT = -1;
/** The line has something rare (a quoted triple, an escape in an IRI), which is read in another way. */
const RARE = -2;

/**
 * Reads N-Triples and N-Quads from bytes, a line at a time. No string and no object is made for a line that is in order; a line that is not
 * leaves nothing behind but its report.
 */
export class NTriplesReader {
  readonly #builder: TableBuilder;
  readonly #faults: LoadFaults;
  readonly #quads: boolean;
  readonly #graphs = new ByteDictionary();
  #line = 0;
  #reason = "";
  /** Of the term that was read last. The hash is unfinished. */
  #start = 0;
  #end = 0;
  #hash = 0;
  #object: Uint8Array = new Uint8Array(0);
  /** -1 for nodes. */
  #sort = -1;
  #unescaped = Buffer.allocUnsafeSlow(1 << 12);
  readonly #language = Buffer.allocUnsafeSlow(1 << 8);

  constructor(builder: TableBuilder, faults: LoadFaults, options: { readonly quads: boolean }) {
    this.#builder = builder;
    this.#faults = faults;
    this.#quads = options.quads;
  }

  get graphs(): number {
    return this.#graphs.size;
  }

  /** Lines begun so far. */
  get lines(): number {
    return this.#line;
  }

  read({ bytes, start, end, overlong }: LineBlock): void {
    if (overlong) {
      this.#line++;
      this.#faults.skip(this.#line, "the line is longer than 256 MB", beginningOf(bytes, start, end));
      return;
    }
    let at = start;
    while (at < end) {
      this.#line++;
      const after = this.#statement(bytes, at, end);
      if (after >= 0) {
        at = after;
        continue;
      }
      const feed = bytes.indexOf(FEED, at);
      const next = feed < 0 || feed >= end ? end : feed + 1;
      if (after === FAULT || !this.#rare(bytes, at, next)) {
        this.#faults.skip(this.#line, this.#reason, beginningOf(bytes, at, next));
      }
      at = next;
    }
  }

  /** Reads one line; where the next begins, or `FAULT` or `RARE`. */
  #statement(bytes: Uint8Array, from: number, end: number): number {
    let at = space(bytes, from, end);
    const first = bytes[at];
    if (at >= end || first === FEED || first === RETURN || first === HASH)
      return this.#lineEnd(bytes, at, end);

    at = this.#node(bytes, at, end);
    if (at < 0) return at;
    const subjectStart = this.#start;
    const subjectEnd = this.#end;
    const subjectHash = this.#hash;

    at = space(bytes, at, end);
    if (bytes[at] !== LESS) return this.#fault("an IRI is expected as the relation");
    at = this.#iri(bytes, at, end);
    if (at < 0) return at;
    const predicateStart = this.#start;
    const predicateEnd = this.#end;
    const predicateHash = this.#hash;

    at = space(bytes, at, end);
    this.#object = bytes;
    this.#sort = -1;
    at = bytes[at] === QUOTE ? this.#literal(bytes, at, end) : this.#node(bytes, at, end);
    if (at < 0) return at;
    const objectStart = this.#start;
    const objectEnd = this.#end;
    const objectHash = this.#hash;
    const sort = this.#sort;

    at = space(bytes, at, end);
    let graph = false;
    if (bytes[at] !== STOP && this.#quads && (bytes[at] === LESS || bytes[at] === UNDERSCORE)) {
      at = this.#node(bytes, at, end);
      if (at < 0) return at;
      graph = true;
      at = space(bytes, at, end);
    }
    if (at >= end || bytes[at] !== STOP) return this.#fault(this.#instead(bytes, at, end));
    at = this.#lineEnd(bytes, space(bytes, at + 1, end), end);
    if (at < 0) return at;

    const { nodes, predicates, literals } = this.#builder;
    const subjectKey = finishHash(subjectHash, 0);
    const predicateKey = finishHash(predicateHash, 0);
    const objectKey = finishHash(objectHash, sort < 0 ? 0 : sort);
    // Nothing of the line may be kept before all of it is known to be right.
    let subject = nodes.find(bytes, subjectStart, subjectEnd, subjectKey, 0);
    if (subject < 0 && !this.#right(bytes, subjectStart, subjectEnd, true)) return FAULT;
    let predicate = predicates.find(bytes, predicateStart, predicateEnd, predicateKey, 0);
    if (predicate < 0 && !this.#right(bytes, predicateStart, predicateEnd, true)) return FAULT;
    const texts = sort < 0 ? nodes : literals;
    const kind = sort < 0 ? 0 : sort;
    let object = texts.find(this.#object, objectStart, objectEnd, objectKey, kind);
    if (object < 0 && !this.#right(this.#object, objectStart, objectEnd, sort < 0)) return FAULT;
    if (graph && !this.#right(bytes, this.#start, this.#end, true)) return FAULT;
    if (graph) this.#graphs.intern(bytes, this.#start, this.#end, finishHash(this.#hash, 0), 0);

    if (subject < 0) subject = nodes.intern(bytes, subjectStart, subjectEnd, subjectKey, 0);
    if (predicate < 0) predicate = predicates.intern(bytes, predicateStart, predicateEnd, predicateKey, 0);
    if (object < 0) object = texts.intern(this.#object, objectStart, objectEnd, objectKey, kind);
    this.#builder.add(subject, predicate, sort < 0 ? object : valueNumber(object));
    return at;
  }

  #node(bytes: Uint8Array, at: number, end: number): number {
    const first = bytes[at];
    if (first === LESS) return this.#iri(bytes, at, end);
    if (first !== UNDERSCORE || bytes[at + 1] !== COLON || at + 1 >= end) {
      return this.#fault(at >= end || first === FEED ? "the line ends too early" : "a term is expected");
    }
    let i = at;
    while (i < end && STOPS_LABEL[bytes[i] as number] === 0) i++;
    // A label may have full stops inside, but not at its end.
    while (bytes[i - 1] === STOP) i--;
    if (i <= at + 2) return this.#fault("a blank node without a label");
    this.#start = at;
    this.#end = i;
    this.#hash = hashBytes(bytes, at, i);
    return i;
  }

  #iri(bytes: Uint8Array, at: number, end: number): number {
    let hash = HASH_START;
    let i = at + 1;
    let byte = 0;
    for (; i < end; i++) {
      byte = bytes[i] as number;
      if (STOPS_IRI[byte] === 1) break;
      hash = Math.imul(hash ^ byte, HASH_PRIME);
    }
    if (i >= end || byte === FEED || byte === RETURN) return this.#fault("the IRI is not closed");
    if (byte === BACKSLASH || (byte === LESS && i === at + 1)) return RARE;
    if (byte !== GREATER) return this.#fault(`an IRI may not have the character ${shown(byte)}`);
    this.#start = at + 1;
    this.#end = i;
    this.#hash = hash;
    return i + 1;
  }

  #literal(bytes: Uint8Array, at: number, end: number): number {
    let hash = HASH_START;
    let escapes = false;
    let i = at + 1;
    let byte = 0;
    for (; i < end; i++) {
      byte = bytes[i] as number;
      if (byte === QUOTE || byte === FEED || byte === RETURN) break;
      if (byte === BACKSLASH && bytes[i + 1] !== FEED) {
        escapes = true;
        i++;
      } else hash = Math.imul(hash ^ byte, HASH_PRIME);
    }
    if (i >= end || byte !== QUOTE) return this.#fault("the string is not closed");
    const after = this.#sortAfter(bytes, i + 1, end);
    if (after < 0) return after;
    this.#start = at + 1;
    this.#end = i;
    this.#hash = hash;
    if (!escapes) return after;
    if (i - at > this.#unescaped.length) this.#unescaped = Buffer.allocUnsafeSlow((i - at) * 2);
    const length = unescapeBytes(bytes, at + 1, i, this.#unescaped);
    if (length < 0) return this.#fault("an escape is wrong or stands for no character");
    this.#object = this.#unescaped;
    this.#start = 0;
    this.#end = length;
    this.#hash = hashBytes(this.#unescaped, 0, length);
    return after;
  }

  /** The language or datatype behind a string. */
  #sortAfter(bytes: Uint8Array, at: number, end: number): number {
    const next = bytes[at];
    this.#sort = PLAIN;
    if (next === AT) {
      let i = at + 1;
      while (i < end && isLanguageByte(bytes[i] as number)) i++;
      if (i === at + 1 || i - at > this.#language.length || bytes[i - 1] === DASH) {
        return this.#fault("the language is not written as a language tag");
      }
      this.#language[0] = AT;
      for (let j = at + 1; j < i; j++) {
        const byte = bytes[j] as number;
        this.#language[j - at] = byte >= 65 && byte <= 90 ? byte | 0x20 : byte;
      }
      const length = i - at;
      const hash = hashBytes(this.#language, 0, length);
      this.#sort = this.#builder.sortOfBytes(this.#language, 0, length, hash);
      return i;
    }
    if (next !== HAT) return at;
    if (bytes[at + 1] !== HAT || bytes[at + 2] !== LESS) return this.#fault("the datatype is no IRI");
    const after = this.#iri(bytes, at + 2, end);
    if (after < 0) return after;
    if (!isAbsolute(bytes, this.#start, this.#end)) return this.#fault(RELATIVE);
    this.#sort = this.#builder.sortOfBytes(bytes, this.#start, this.#end, this.#hash);
    return after;
  }

  /** Past the line feed, where nothing but a comment stands before it. */
  #lineEnd(bytes: Uint8Array, from: number, end: number): number {
    let at = from;
    if (bytes[at] === HASH && at < end) {
      const feed = bytes.indexOf(FEED, at);
      return feed < 0 || feed >= end ? end : feed + 1;
    }
    if (bytes[at] === RETURN && at < end) at++;
    if (at >= end) return end;
    return bytes[at] === FEED ? at + 1 : this.#fault("something stands behind the full stop");
  }

  #instead(bytes: Uint8Array, at: number, end: number): string {
    const next = bytes[at];
    if (at >= end || next === FEED || next === RETURN || next === HASH) return "no full stop at the end";
    return !this.#quads && (next === LESS || next === UNDERSCORE)
      ? "a fourth term, which N-Triples does not have"
      : "a full stop is expected";
  }

  /** Judges a term that has not been seen before. */
  #right(bytes: Uint8Array, start: number, end: number, node: boolean): boolean {
    if (node && bytes[start] !== UNDERSCORE && !isAbsolute(bytes, start, end)) {
      this.#reason = RELATIVE;
      return false;
    }
    for (let i = start; i < end; i++) {
      if ((bytes[i] as number) < 0x80) continue;
      if (isUtf8(bytes.subarray(start, end))) return true;
      this.#reason = "not valid UTF-8";
      return false;
    }
    return true;
  }

  #rare(bytes: Uint8Array, start: number, end: number): boolean {
    const read = quotedStatement(bytes.subarray(start, end), { quads: this.#quads });
    if ("reason" in read) {
      this.#reason = read.reason;
      return false;
    }
    this.#builder.addTerms(read.subject, read.predicate, read.object);
    if (read.graph !== undefined) this.#graphs.internBytes(Buffer.from(read.graph));
    return true;
  }

  #fault(reason: string): number {
    this.#reason = reason;
    return FAULT;
  }
}

const RELATIVE = "the IRI is relative, and this format has no base";

function space(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isLanguageByte(byte: number): boolean {
  return isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte === DASH;
}

function isAbsolute(bytes: Uint8Array, start: number, end: number): boolean {
  if (!isLetter(bytes[start] as number)) return false;
  for (let i = start + 1; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === COLON) return true;
    if (!isLanguageByte(byte) && byte !== 0x2b && byte !== STOP) return false;
  }
  return false;
}

function shown(byte: number): string {
  if (byte === SPACE) return "space";
  return byte < SPACE ? `U+${byte.toString(16).toUpperCase().padStart(4, "0")}` : String.fromCharCode(byte);
}
