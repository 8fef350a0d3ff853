import { HASH_PRIME, HASH_START, hashBytes } from "../table/byte-hash.ts";
import { PLAIN } from "../table/literal-sorts.ts";
import type { TableBuilder } from "../table/table-builder.ts";
import {
  AT,
  BACKSLASH,
  COLON,
  DASH,
  FEED,
  GREATER,
  HAT,
  isAbsolute,
  isLanguageByte,
  isLetter,
  LESS,
  QUOTE,
  RETURN,
  STOP,
  STOPS_IRI,
  STOPS_LABEL,
  shown,
  UNDERSCORE,
} from "./byte-classes.ts";
import { unescapeBytes } from "./unescape-bytes.ts";

export const FAULT = -1;
/** The term has something rare (a quoted triple, an escape in an IRI), which is read in another way. */
export const RARE = -2;
export const RELATIVE = "the IRI is relative, and this format has no base";

/**
 * Finds the ends of N-Triples terms in bytes, hashing them on the way. Each method takes the place where a term begins and the end of what may be
 * read, and gives the place behind the term, or `FAULT` or `RARE`; the fields say what was found.
 */
export class TermScanner {
  readonly #builder: TableBuilder;
  /** Where the term stands: the bytes that were given, or others where it had escapes; good until the next term. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** Unfinished, see `byte-hash.ts`. */
  hash = 0;
  /** Of a literal; -1 for nodes. */
  sort = -1;
  /** Why there was a fault. */
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
    if (i >= end || byte === FEED || byte === RETURN) return this.fault("the IRI is not closed");
    if (byte === BACKSLASH || (byte === LESS && i === at + 1)) return RARE;
    if (byte !== GREATER) return this.fault(`an IRI may not have the character ${shown(byte)}`);
    this.start = at + 1;
    this.end = i;
    this.hash = hash;
    return i + 1;
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

  /** The language or datatype behind a string. */
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
    if (!isAbsolute(bytes, this.start, this.end)) return this.fault(RELATIVE);
    this.sort = this.#builder.sortOfBytes(bytes, this.start, this.end, this.hash);
    return after;
  }
}
