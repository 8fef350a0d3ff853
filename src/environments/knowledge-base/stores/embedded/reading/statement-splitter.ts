import { startsWithMark } from "./line-blocks.ts";

/** A piece of Turtle or TriG that stands by itself. */
export interface TurtlePiece {
  readonly kind: "statement" | "directive" | "graph";
  /** UTF-8; for a graph, what stands before its opening brace. A copy is not made: good until the next `push`. */
  readonly bytes: Uint8Array;
  /** On which it begins, from 1. */
  readonly line: number;
  /** The closing brace of a graph stood in place of its full stop. */
  readonly unstopped: boolean;
  /** It was never closed: a long string runs to the end, or it is longer than the limit. */
  readonly fault?: string;
}

/** Longer statements are passed over. Bytes. */
const LONGEST = 1 << 28;

const Mode = { code: 0, comment: 1, iri: 2, string: 3, longString: 4 } as const;

const FEED = 10;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const STOP = 46;
const LESS = 60;
const GREATER = 62;
const BACKSLASH = 92;
const OPEN = 123;
const BAR = 124;
const CLOSE = 125;

/**
 * Cuts the bytes of a Turtle or TriG file into statements, without understanding them: a full stop outside strings, IRIs, comments and names ends
 * one. So a faulty statement can be left out and the next one read. What is not closed is closed by the end of its line, but for long strings.
 */
export class StatementSplitter {
  readonly #emit: (piece: TurtlePiece) => void;
  #storage = Buffer.allocUnsafeSlow(1 << 12);
  #held = this.#storage.subarray(0, 0);
  #at = 0;
  #mode: number = Mode.code;
  #quote = 0;
  #line = 1;
  /** Where the statement begins in `#held`, and on which line; -1 between statements. */
  #began = -1;
  #beganLine = 1;
  /** Where the long string that is open begins. */
  #stringAt = 0;
  #stringLine = 1;
  #first = true;

  constructor(emit: (piece: TurtlePiece) => void) {
    this.#emit = emit;
  }

  push(chunk: Uint8Array): void {
    const fresh = this.#first && startsWithMark(chunk) ? chunk.subarray(3) : chunk;
    this.#first = false;
    const from = Math.min(this.#began < 0 ? this.#at : this.#began, this.#held.length);
    this.#append(this.#held.subarray(from), fresh, from > 0);
    this.#at -= from;
    this.#stringAt -= from;
    if (this.#began >= 0) this.#began = 0;
    this.#scan(false);
    if (this.#began >= 0 && this.#held.length - this.#began > LONGEST) this.#giveUp();
  }

  end(): void {
    this.#scan(true);
    // The end of the file closes a long string that nothing else did: it is taken for a fault, and what stands behind its first line is read.
    while (this.#mode === Mode.longString && this.#began >= 0) {
      const feed = this.#held.indexOf(FEED, this.#stringAt);
      this.#piece("statement", feed < 0 ? this.#held.length : feed, false, "a long string is not closed");
      if (feed < 0) break;
      this.#at = feed;
      this.#line = this.#stringLine;
      this.#mode = Mode.code;
      this.#scan(true);
    }
    if (this.#began >= 0) this.#piece("statement", this.#held.length, false);
  }

  /** What is held grows by doubling: a long statement must not be copied with every chunk. */
  #append(rest: Buffer, fresh: Uint8Array, moved: boolean): void {
    const size = rest.length + fresh.length;
    if (size > this.#storage.length) {
      const larger = Buffer.allocUnsafeSlow(size * 2);
      rest.copy(larger);
      this.#storage = larger;
    } else if (moved) rest.copy(this.#storage);
    this.#storage.set(fresh, rest.length);
    this.#held = this.#storage.subarray(0, size);
  }

  #giveUp(): void {
    this.#piece("statement", this.#held.length, false, "the statement is longer than 256 MB");
    this.#held = this.#storage.subarray(0, 0);
    this.#at = 0;
    this.#mode = Mode.comment;
  }

  #scan(last: boolean): void {
    const bytes = this.#held;
    const end = bytes.length;
    let i = this.#at;
    for (; i < end; i++) {
      const byte = bytes[i] as number;
      if (byte === FEED) {
        this.#line++;
        if (this.#mode === Mode.longString) continue;
        const open = this.#mode === Mode.string || this.#mode === Mode.iri;
        this.#mode = Mode.code;
        // What was meant for the end of the statement has been swallowed.
        if (open && endsWithStop(bytes, i)) this.#piece("statement", i, false);
        continue;
      }
      switch (this.#mode) {
        case Mode.comment:
          continue;
        case Mode.iri:
          if (byte !== GREATER) continue;
          this.#mode = Mode.code;
          if (this.#isDirective(i, IRI_DIRECTIVE)) this.#piece("directive", i + 1, true);
          continue;
        case Mode.string:
          if (byte === BACKSLASH && bytes[i + 1] !== FEED) i++;
          else if (byte === this.#quote) {
            this.#mode = Mode.code;
            if (this.#isDirective(i, STRING_DIRECTIVE)) this.#piece("directive", i + 1, true);
          }
          continue;
        case Mode.longString:
          if (i + 2 >= end && !last) {
            this.#at = i;
            return;
          }
          if (byte === BACKSLASH && bytes[i + 1] !== FEED) i++;
          else if (byte === this.#quote && bytes[i + 1] === byte && bytes[i + 2] === byte) {
            i += 2;
            this.#mode = Mode.code;
          }
          continue;
        default:
      }
      if (isSpace(byte)) continue;
      if (byte === HASH) {
        this.#mode = Mode.comment;
        continue;
      }
      // What comes next decides; it may be in the next chunk.
      if (i + 2 >= end && !last) {
        this.#at = i;
        return;
      }
      if (byte === OPEN && bytes[i + 1] !== BAR) {
        if (this.#began >= 0) this.#piece("graph", i, true);
        continue;
      }
      if (byte === CLOSE && bytes[i - 1] !== BAR) {
        if (this.#began >= 0) this.#piece("statement", i, true);
        continue;
      }
      if (this.#began < 0) {
        // A full stop may stand behind the brace of a graph; alone it says nothing.
        if (byte === STOP) continue;
        this.#began = i;
        this.#beganLine = this.#line;
      }
      if (byte === LESS) {
        if (bytes[i + 1] === LESS) i++;
        else this.#mode = Mode.iri;
      } else if (byte === QUOTE || byte === APOSTROPHE) {
        this.#quote = byte;
        if (bytes[i + 1] !== byte || bytes[i + 2] !== byte) this.#mode = Mode.string;
        else {
          this.#mode = Mode.longString;
          this.#stringAt = i;
          this.#stringLine = this.#line;
          i += 2;
        }
      } else if (byte === BACKSLASH) {
        if (bytes[i + 1] !== FEED) i++;
      } else if (byte === STOP && isEnd(bytes[i - 1], bytes[i + 1])) {
        this.#piece(bytes[this.#began] === 64 ? "directive" : "statement", i + 1, false);
      }
    }
    // A step over an escaped byte may have led past the end.
    this.#at = i;
  }

  #piece(kind: TurtlePiece["kind"], end: number, unstopped: boolean, fault?: string): void {
    const bytes = this.#held.subarray(this.#began, end);
    const line = this.#beganLine;
    this.#began = -1;
    this.#emit({ kind, bytes, line, unstopped, ...(fault === undefined ? {} : { fault }) });
  }

  /** Whether what was begun is one of SPARQL's directives, which end without a full stop. */
  #isDirective(end: number, pattern: RegExp): boolean {
    if (end - this.#began > LONGEST_DIRECTIVE) return false;
    const first = (this.#held[this.#began] as number) | 0x20;
    if (first !== 0x70 && first !== 0x62 && first !== 0x76) return false;
    return pattern.test(this.#held.toString("latin1", this.#began, end + 1));
  }
}

const LONGEST_DIRECTIVE = 1 << 12;
const IRI_DIRECTIVE = /^(?:prefix\s+[^\s<>"']*:\s*|base\s*)<[^<>]*>$/iu;
const STRING_DIRECTIVE = /^version\s*["'][^"']*["']$/iu;

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

function endsWithStop(bytes: Uint8Array, end: number): boolean {
  let last = end - 1;
  while (last >= 0 && isSpace(bytes[last] as number)) last--;
  return bytes[last] === STOP;
}

/** Whether a full stop between these ends a statement, and is no part of a name or number. */
function isEnd(before: number | undefined, after: number | undefined): boolean {
  if (after === undefined || !isNameByte(after)) return true;
  if (before === undefined || isNameByte(before)) return false;
  return !(after >= 0x30 && after <= 0x39);
}

function isNameByte(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte >= 0x80 ||
    byte === 95 ||
    byte === 45 ||
    byte === 58 ||
    byte === 37 ||
    byte === BACKSLASH ||
    byte === STOP
  );
}
