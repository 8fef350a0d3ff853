import type { Figure } from "../../trajectory/long-form-answer.ts";
import { monthNamed, numberAt, plainSigns } from "./written-number.ts";

/** A part of a text as its writer wrote it. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  /**
   * A number, or "" where the bracket stands after words alone (a name), with its source; `between`: what stands between the two, which is the
   * text piece that follows.
   */
  | {
      readonly type: "figure";
      readonly written: string;
      readonly source: string;
      readonly between: string;
    }
  /** Braces, for which the value is put in. */
  | { readonly type: "filled"; readonly source: string }
  | { readonly type: "citation"; readonly queries: readonly string[] }
  /** A number or a date that has no source. */
  | { readonly type: "number"; readonly written: string };

/** A source has 500 characters; a little more is read, so that it can be said that it is too long. */
const LONGEST_BRACKET = 600;
const MOST_WORDS_BETWEEN = 4;

const QUERY = /(?:^|[^\p{L}\p{N}_])q\d/iu;
const CITATION = /^\s*q\d+(?:\s*(?:[;,&]|\band\b)\s*q\d+)*\s*$/iu;
/** What holds no number: words, also with digits in them (`B2B`, `Q1:2.tickets`), and all between words but brackets and signs before digits. */
const QUERY_NAME = /q\d+(?::\d+)?(?:\.[\p{L}_][\p{L}\p{N}_]*)?/iuy;
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
const BETWEEN = /[^\p{L}\d_[{+$€£¥.-]+/uy;
const LIST_MARK = /(?<=^|\n)[ \t]*(?:[#>*+-]+[ \t]+)*\d{1,3}[.)](?=[ \t])/uy;
const SENTENCE_END = /[.!?](?:["”’)*_]*\s+)(?=["“(*_]*[\p{Lu}\p{Nd}])|\n/u;

/**
 * Parts a writer's text at its numbers, brackets and braces, in time linear in its length. A bracket with a source binds the nearest number
 * before it in its sentence, with at most four words and no other bracket or brace between. Marks of lists and numbers within words
 * (`B2B`, names of queries) are text.
 */
export function readReportPieces(given: string): readonly Piece[] {
  return new Reading(given).pieces();
}

class Reading {
  readonly #text: string;
  /** The same, unit for unit, with a hyphen for a minus. */
  readonly #plain: string;
  readonly #pieces: Piece[] = [];
  #at = 0;
  /** Where the text begins that is not in a piece yet. */
  #from = 0;

  constructor(text: string) {
    this.#text = text;
    this.#plain = plainSigns(text);
  }

  pieces(): readonly Piece[] {
    while (this.#at < this.#plain.length) {
      if (this.#skipped(BETWEEN)) continue;
      if (this.#bracket() || this.#number()) continue;
      if (this.#skipped(QUERY_NAME) || this.#skipped(WORD)) continue;
      this.#at++;
    }
    this.#flush(this.#at);
    return this.#pieces;
  }

  #skipped(form: RegExp): boolean {
    form.lastIndex = this.#at;
    const found = form.exec(this.#plain);
    if (found === null) return false;
    this.#at += found[0].length;
    return true;
  }

  #flush(to: number): void {
    if (to > this.#from) this.#pieces.push({ type: "text", text: this.#text.slice(this.#from, to) });
    this.#from = this.#at;
  }

  #bracket(): boolean {
    const open = this.#plain[this.#at];
    if (open !== "[" && open !== "{") return false;
    const end = closing(this.#plain, this.#at, open === "[" ? "]" : "}");
    const inner = end === undefined ? "" : this.#text.slice(this.#at + 1, end).trim();
    if (end === undefined || !QUERY.test(inner)) return false;
    const start = this.#at;
    this.#at = end + 1;
    if (open === "{") {
      this.#flush(start);
      this.#pieces.push({ type: "filled", source: inner });
      return true;
    }
    const space = /\s*$/u.exec(this.#text.slice(Math.max(this.#from, start - 3), start))?.[0].length ?? 0;
    this.#flush(start - space);
    this.#bind(inner);
    return true;
  }

  #bind(source: string): void {
    const queries = CITATION.test(source) ? (source.toUpperCase().match(/Q\d+/g) ?? []) : [];
    const place = queries.length > 1 ? -1 : this.#nearestNumber();
    const number = this.#pieces[place];
    if (number?.type === "number") {
      const between = this.#pieces
        .slice(place + 1)
        .map((piece) => (piece.type === "text" ? piece.text : ""))
        .join("");
      this.#pieces.splice(place, Infinity, { type: "figure", written: number.written, source, between });
      if (between !== "") this.#pieces.push({ type: "text", text: between });
    } else if (queries.length > 0) {
      this.#pieces.push({ type: "citation", queries });
    } else {
      this.#pieces.push({ type: "figure", written: "", source, between: "" });
    }
  }

  #nearestNumber(): number {
    let words = 0;
    for (let place = this.#pieces.length - 1; place >= 0; place--) {
      const piece = this.#pieces[place];
      if (piece?.type === "number") return place;
      if (piece?.type !== "text" || SENTENCE_END.test(piece.text)) return -1;
      words += piece.text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
      if (words > MOST_WORDS_BETWEEN) return -1;
    }
    return -1;
  }

  #number(): boolean {
    if (this.#skipped(LIST_MARK)) return true;
    const sign = this.#plain[this.#at] ?? "";
    const next = this.#plain[this.#at + 1] ?? "";
    const before = this.#plain[this.#at - 1] ?? " ";
    // A sign after a word or a number is a hyphen or a range, a point after one ends it.
    const isSign = /[-+$€£¥.]/u.test(sign);
    if (isSign && (/[\p{L}\p{N})\]]/u.test(before) ? !/[$€£¥]/u.test(sign) : !/[\d$€£¥.\s]/u.test(next)))
      return false;
    if (/\p{L}/u.test(sign) && monthNamed(this.#plain.slice(this.#at, this.#at + 3)) === undefined)
      return false;
    const found = numberAt(this.#plain, this.#at);
    if (found === undefined) return false;
    const start = this.#at;
    this.#at = found.end;
    this.#flush(start);
    this.#pieces.push({ type: "number", written: this.#text.slice(start, found.end) });
    return true;
  }
}

/** Where a bracket closes, quotes aside; nothing where another opens before, a line ends, or it is too long for a source. */
function closing(text: string, open: number, close: "]" | "}"): number | undefined {
  let isQuoted = false;
  const last = Math.min(text.length, open + LONGEST_BRACKET);
  for (let at = open + 1; at < last; at++) {
    const sign = text[at];
    if (sign === "\n") return undefined;
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === close) return at;
    if (sign === "[" || sign === "{") return undefined;
  }
  return undefined;
}

/** The sources of the pieces, each once, in order. */
export function sourcesOf(pieces: readonly Piece[]): readonly string[] {
  return [...new Set(pieces.flatMap((piece) => ("source" in piece ? [piece.source] : [])))];
}

/** A part of a text while its figures are judged. */
export type Segment =
  | { readonly type: "text"; readonly text: string }
  /** Has no source, and is judged when all others are; `place`: of its piece. */
  | { readonly type: "number"; readonly written: string; readonly place: number }
  | { readonly type: "figure"; readonly figure: Figure }
  | { readonly type: "cites"; readonly queries: readonly string[] };

/** As it is read. */
export function segmentText(segment: Segment): string {
  switch (segment.type) {
    case "text":
      return segment.text;
    case "number":
      return segment.written;
    case "figure":
      return segment.figure.shown;
    case "cites":
      return "";
  }
}

/** As it was written, for whoever is to find it again. */
export const segmentWritten = (segment: Segment): string =>
  segment.type === "figure" ? (segment.figure.written ?? segment.figure.shown) : segmentText(segment);
