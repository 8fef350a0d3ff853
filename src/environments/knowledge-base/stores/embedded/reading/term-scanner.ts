import { HASH_PRIME, HASH_START, hashBytes } from "../table/byte-dictionary.ts";
import { PLAIN } from "../table/file-dictionary.ts";
import type { TableBuilder } from "../table/table-builder.ts";

export const FEED = 10;
export const RETURN = 13;
export const SPACE = 32;
export const TAB = 9;
export const QUOTE = 34;
export const HASH = 35;
const DASH = 45;
export const STOP = 46;
const COLON = 58;
export const LESS = 60;
const GREATER = 62;
export const AT = 64;
const BACKSLASH = 92;
const HAT = 94;
export const UNDERSCORE = 95;

/** 1 for bytes that an IRI must not contain unescaped, among them its closing `>`. */
const STOPS_IRI = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || '<>"{}|^`\\'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** 1 for bytes that end a blank node's label. */
const STOPS_LABEL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || '<>"{}|^`\\@,;()[]#'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

export function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isLanguageByte(byte: number): boolean {
  return isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte === DASH;
}

export function isAbsolute(bytes: Uint8Array, start: number, end: number): boolean {
  if (!isLetter(bytes[start] as number)) return false;
  for (let i = start + 1; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === COLON) return true;
    if (!isLanguageByte(byte) && byte !== 0x2b && byte !== STOP) return false;
  }
  return false;
}

export function shown(byte: number): string {
  if (byte === SPACE) return "space";
  return byte < SPACE ? `U+${byte.toString(16).toUpperCase().padStart(4, "0")}` : String.fromCharCode(byte);
}

export const FAULT = -1;
export const RELATIVE = "the IRI is relative, and this format has no base";

/**
 * Finds the ends of N-Triples terms in bytes, hashing them on the way. Each method takes the start of a term and the end of the readable
 * bytes, and returns the index after the term, or `FAULT`; the fields describe the term.
 */
export class TermScanner {
  readonly #builder: TableBuilder;
  /** Holds the term: the caller's bytes, or a copy if it had escapes. Valid until the next term. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** Hash of the term, before `finishHash`. */
  hash = 0;
  /** Number of a literal's datatype or language; -1 for nodes. */
  sort = -1;
  /** Reason for the last `FAULT`. */
  reason = "";
  #unescaped = Buffer.allocUnsafeSlow(1 << 12);
  readonly #language = Buffer.allocUnsafeSlow(1 << 8);

  constructor(builder: TableBuilder) {
    this.#builder = builder;
  }

  fault(reason: string): number {
    this.reason = reason;
    return FAULT;
  }

  /** An IRI or blank node. */
  node(bytes: Uint8Array, at: number, end: number): number {
    this.bytes = bytes;
    this.sort = -1;
    const first = bytes[at];
    if (first === LESS) return this.iri(bytes, at, end);
    if (first !== UNDERSCORE || bytes[at + 1] !== COLON || at + 1 >= end) {
      return this.fault(at >= end || first === FEED ? "the line ends too early" : "a term is expected");
    }
    let i = at;
    while (i < end && STOPS_LABEL[bytes[i] as number] === 0) i++;
    // A label may have full stops inside, but not at its end.
    while (bytes[i - 1] === STOP) i--;
    if (i <= at + 2 || bytes[at + 2] === STOP || bytes[at + 2] === DASH)
      return this.fault("the label of the blank node is wrong");
    this.start = at;
    this.end = i;
    this.hash = hashBytes(bytes, at, i);
    return i;
  }

  iri(bytes: Uint8Array, at: number, end: number): number {
    let hash = HASH_START;
    let i = at + 1;
    let byte = 0;
    for (; i < end; i++) {
      byte = bytes[i] as number;
      if (STOPS_IRI[byte] === 1) break;
      hash = Math.imul(hash ^ byte, HASH_PRIME);
    }
    this.bytes = bytes;
    if (i >= end || byte === FEED || byte === RETURN) return this.fault("the IRI is not closed");
    if (byte === BACKSLASH) return this.#escapedIri(bytes, at + 1, end);
    if (byte === LESS && i === at + 1)
      return this.fault("a statement about a statement (RDF-star) is not read");
    if (byte !== GREATER) return this.fault(`an IRI may not have the character ${shown(byte)}`);
    this.start = at + 1;
    this.end = i;
    this.hash = hash;
    return i + 1;
  }

  /** An IRI with `\u` escapes, which old dumps use for letters outside ASCII. `bytes` is then a copy. */
  #escapedIri(bytes: Uint8Array, start: number, end: number): number {
    const close = bytes.indexOf(GREATER, start);
    const feed = bytes.indexOf(FEED, start);
    if (close < 0 || close >= end || (feed >= 0 && feed < close)) return this.fault("the IRI is not closed");
    const own = Buffer.allocUnsafeSlow(close - start);
    const length = unescapeBytes(bytes, start, close, own);
    if (length < 0) return this.fault("an escape is wrong or stands for no character");
    if (own.subarray(0, length).some((byte) => STOPS_IRI[byte] === 1))
      return this.fault("a character that no IRI may have");
    this.bytes = own;
    this.start = 0;
    this.end = length;
    this.hash = hashBytes(own, 0, length);
    return close + 1;
  }

  /** A string with its language or datatype. */
  literal(bytes: Uint8Array, at: number, end: number): number {
    this.bytes = bytes;
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
    if (i >= end || byte !== QUOTE) return this.fault("the string is not closed");
    const after = this.#sortAfter(bytes, i + 1, end);
    if (after < 0) return after;
    this.bytes = bytes;
    this.start = at + 1;
    this.end = i;
    this.hash = hash;
    if (!escapes) return after;
    if (i - at > this.#unescaped.length) this.#unescaped = Buffer.allocUnsafeSlow((i - at) * 2);
    const length = unescapeBytes(bytes, at + 1, i, this.#unescaped);
    if (length < 0) return this.fault("an escape is wrong or stands for no character");
    this.bytes = this.#unescaped;
    this.start = 0;
    this.end = length;
    this.hash = hashBytes(this.#unescaped, 0, length);
    return after;
  }

  /** The language or datatype after a string. */
  #sortAfter(bytes: Uint8Array, at: number, end: number): number {
    const next = bytes[at];
    this.sort = PLAIN;
    if (next === AT) {
      let i = at + 1;
      while (i < end && isLanguageByte(bytes[i] as number)) i++;
      if (!isLetter(bytes[at + 1] as number) || i - at > this.#language.length || bytes[i - 1] === DASH) {
        return this.fault("the language is not written as a language tag");
      }
      this.#language[0] = AT;
      for (let j = at + 1; j < i; j++) {
        const byte = bytes[j] as number;
        this.#language[j - at] = byte >= 65 && byte <= 90 ? byte | 0x20 : byte;
      }
      const length = i - at;
      const hash = hashBytes(this.#language, 0, length);
      this.sort = this.#builder.sortOfBytes(this.#language, 0, length, hash);
      return i;
    }
    if (next !== HAT) return at;
    if (bytes[at + 1] !== HAT || bytes[at + 2] !== LESS) return this.fault("the datatype is no IRI");
    const after = this.iri(bytes, at + 2, end);
    if (after < 0) return after;
    if (!isAbsolute(this.bytes, this.start, this.end)) return this.fault(RELATIVE);
    this.sort = this.#builder.sortOfBytes(this.bytes, this.start, this.end, this.hash);
    return after;
  }
}

const SHORT: ReadonlyMap<number, number> = new Map(
  Object.entries({ t: "\t", b: "\b", n: "\n", r: "\r", f: "\f", '"': '"', "'": "'", "\\": "\\" }).map(
    ([letter, stands]) => [letter.charCodeAt(0), stands.charCodeAt(0)],
  ),
);

/**
 * Copies a string of N-Triples into `into`, its escapes (`\n`, `\u00e9`, `\U0001F600`) replaced. The copy is never longer.
 * @returns bytes written, or -1 if an escape is invalid or denotes no character
 */
function unescapeBytes(bytes: Uint8Array, start: number, end: number, into: Uint8Array): number {
  let at = 0;
  for (let i = start; i < end; ) {
    const byte = bytes[i] as number;
    if (byte !== BACKSLASH) {
      into[at++] = byte;
      i++;
      continue;
    }
    const letter = bytes[i + 1] as number;
    const short = SHORT.get(letter);
    if (short !== undefined) {
      into[at++] = short;
      i += 2;
      continue;
    }
    const digits = letter === 0x75 ? 4 : letter === 0x55 ? 8 : 0;
    const code = digits === 0 || i + 2 + digits > end ? -1 : hexNumber(bytes, i + 2, digits);
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return -1;
    at = writeCodePoint(code, into, at);
    i += 2 + digits;
  }
  return at;
}

function hexNumber(bytes: Uint8Array, start: number, digits: number): number {
  let number = 0;
  for (let i = start; i < start + digits; i++) {
    const byte = bytes[i] as number;
    const lower = byte | 0x20;
    const digit =
      byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : lower >= 0x61 && lower <= 0x66 ? lower - 87 : -1;
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

function writeCodePoint(code: number, into: Uint8Array, at: number): number {
  if (code < 0x80) {
    into[at] = code;
    return at + 1;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  into[at] = ([0, 0xc0, 0xe0, 0xf0][more] as number) | (code >> (6 * more));
  for (let i = 1; i <= more; i++) into[at + i] = 0x80 | ((code >> (6 * (more - i))) & 0x3f);
  return at + more + 1;
}
