import type { Iri, Term } from "../../../term/term.ts";

const XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";

/** Why a text is no N-Triples; never leaves the reader that catches it. */
export class SyntaxFault {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Reads terms as N-Triples and N-Triples-star write them, `<<…>>` and `<<(…)>>` included: the inverse of `termText`.
 *
 * @throws SyntaxFault
 */
export class TermParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length;
  }

  /** Whether a full stop is next; passes over it. */
  stop(): boolean {
    this.#skipSpace();
    return this.#take(".");
  }

  rest(): string {
    this.#skipSpace();
    return this.#text.slice(this.#at);
  }

  term(depth = 0): Term {
    this.#skipSpace();
    if (this.#text.startsWith("<<", this.#at)) return this.#quoted(depth);
    const first = this.#text[this.#at];
    if (first === "<") return this.iri();
    if (first === '"') return this.#literal();
    const blank = this.#match(BLANK);
    if (blank !== undefined) return { kind: "blank", value: blank.slice(2) };
    throw new SyntaxFault("a term is expected");
  }

  iri(): Iri {
    this.#skipSpace();
    const written = this.#match(IRI);
    if (written === undefined) throw new SyntaxFault("an IRI is expected");
    const value = unescaped(written.slice(1, -1));
    if (!ABSOLUTE.test(value)) throw new SyntaxFault("the IRI is relative, and this format has no base");
    if (BAD_IN_IRI.test(value)) throw new SyntaxFault("a character that no IRI may have");
    return { kind: "iri", value };
  }

  #literal(): Term {
    const written = this.#match(STRING);
    if (written === undefined) throw new SyntaxFault("the string is not closed");
    const value = unescaped(written.slice(1, -1));
    const language = this.#match(LANGUAGE);
    if (language !== undefined) return { kind: "literal", value, language: language.slice(1).toLowerCase() };
    if (!this.#take("^^")) return { kind: "literal", value };
    const datatype = this.iri().value;
    return datatype === XSD_STRING ? { kind: "literal", value } : { kind: "literal", value, datatype };
  }

  #quoted(depth: number): Term {
    if (depth > DEEPEST) throw new SyntaxFault(`triples are quoted more than ${DEEPEST} deep`);
    this.#at += 2;
    const round = this.#take("(");
    const subject = this.term(depth + 1);
    const predicate = this.iri();
    const object = this.term(depth + 1);
    this.#skipSpace();
    if (!this.#take(round ? ")>>" : ">>")) throw new SyntaxFault("the quoted triple is not closed");
    return { kind: "triple", subject, predicate, object };
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

const DEEPEST = 100;
const IRI = /<[^<>"\s]*>/uy;
const BLANK = /_:[^\s<>"',;()[\]{}]*[^\s<>"',;()[\]{}.]/uy;
const STRING = /"(?:[^"\\\n\r]|\\.)*"/uy;
const LANGUAGE = /@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*(?:--(?:ltr|rtl))?/uy;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/iu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that may not stand in an IRI.
const BAD_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/u;

const SHORT: Readonly<Record<string, string>> = {
  t: "\t",
  b: "\b",
  n: "\n",
  r: "\r",
  f: "\f",
  '"': '"',
  "'": "'",
  "\\": "\\",
};

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (whole, four?: string, eight?: string, letter = "") => {
    const hex = four ?? eight;
    if (hex === undefined) {
      const short = SHORT[letter];
      if (short === undefined) throw new SyntaxFault(`there is no escape ${whole}`);
      return short;
    }
    const code = Number.parseInt(hex, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      throw new SyntaxFault(`${whole} stands for no character`);
    }
    return String.fromCodePoint(code);
  });
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.)|$)/gu;
