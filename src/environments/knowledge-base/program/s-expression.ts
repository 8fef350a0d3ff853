import { FuxiError } from "../../../errors/fuxi-error.ts";

/** Levels of brackets; a program that a person or a model writes has fewer than twenty. */
const DEEPEST = 256;

/**
 * Reads one expression. A word of a full IRI may hold brackets that are closed in it (`http://dbpedia.org/resource/Alien_(film)`).
 *
 * @throws FuxiError `data-invalid` with the place (the character's number, from 1) and what was expected
 */
export function readSExpression(text: string): SExpression {
  const open: { readonly at: number; readonly items: SExpression[] }[] = [];
  let whole: SExpression | undefined;
  let at = 0;
  const place = (expression: SExpression): void => {
    const list = open.at(-1);
    if (list) list.items.push(expression);
    else if (whole === undefined) whole = expression;
    else throw unreadable(expression.at, "expected the end of the program after one expression");
  };
  for (;;) {
    at += /^\s*/u.exec(text.slice(at, at + 1000))?.[0].length ?? 0;
    if (at >= text.length) break;
    const letter = text[at] ?? "";
    if (/\s/u.test(letter)) continue;
    if (letter === "(") {
      if (open.length >= DEEPEST) throw unreadable(at, `nested more than ${DEEPEST} levels deep`);
      open.push({ at, items: [] });
      at++;
    } else if (letter === ")") {
      const list = open.pop();
      if (list === undefined) throw unreadable(at, 'a ")" that closes nothing');
      place({ kind: "list", ...list });
      at++;
    } else {
      const { atom, end } = readAtom(text, at);
      place(atom);
      at = end;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw unreadable(text.length, `expected ")" for the "(" at character ${unclosed.at + 1}`);
  if (whole === undefined) throw unreadable(0, "expected a program, found nothing");
  return whole;
}

interface ReadAtom {
  readonly atom: Atom;
  /** Offset of what comes after it. */
  readonly end: number;
}

/** Reads what stands at `at`, which is neither space nor bracket. @throws FuxiError `data-invalid` */
export function readAtom(text: string, at: number): ReadAtom {
  if (text[at] === "<") return readIri(text, at);
  if (text[at] === '"' || text[at] === "'") return readText(text, at);
  return readSymbol(text, at);
}

const SPACE = /\s/u;

function readIri(text: string, at: number): ReadAtom {
  const end = text.indexOf(">", at);
  const inner = end < 0 ? "" : text.slice(at + 1, end);
  if (end < 0 || inner === "" || /[\s<]/u.test(inner))
    throw unreadable(at, 'expected an IRI without spaces, closed by ">"');
  return { atom: { kind: "iri", at, iri: unescaped(inner, at) }, end: end + 1 };
}

function readText(text: string, at: number): ReadAtom {
  const quote = text[at] ?? "";
  let end = at + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === "\\" ? 2 : 1;
  if (end >= text.length) throw unreadable(at, `a value that begins with ${quote} and is not closed`);
  const value = unescaped(text.slice(at + 1, end), at);
  end++;
  const language = /^@([a-z]+(?:-[a-z0-9]+)*)/iu.exec(text.slice(end, end + 100));
  if (language)
    return {
      atom: { kind: "text", at, value, language: (language[1] ?? "").toLowerCase() },
      end: end + language[0].length,
    };
  if (!text.startsWith("^^", end)) return { atom: { kind: "text", at, value }, end };
  const type = text[end + 2] === "<" ? readIri(text, end + 2) : readSymbol(text, end + 2);
  return {
    atom: { kind: "text", at, value, datatype: type.atom as NonNullable<TextAtom["datatype"]> },
    end: type.end,
  };
}

/** Up to a space or bracket; a full IRI goes on over brackets that are closed in it. */
function readSymbol(text: string, at: number): { readonly atom: SymbolAtom; readonly end: number } {
  let end = at;
  let open = 0;
  for (; end < text.length; end++) {
    const letter = text[end] ?? "";
    if (SPACE.test(letter)) break;
    if (letter === "(" && /^[a-z][a-z0-9+.-]*:\/\//iu.test(text.slice(at, end))) open++;
    else if (letter === ")" && open > 0) open--;
    else if (letter === "(" || letter === ")") break;
  }
  if (end === at) throw unreadable(at, "expected a name or a value");
  return { atom: { kind: "symbol", at, text: text.slice(at, end) }, end };
}

const SHORT: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function unescaped(text: string, at: number): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.|$)/gsu, (_, code: string) => {
    if (/^u.{4}|^U.{8}/u.test(code)) {
      const point = Number.parseInt(code.slice(1), 16);
      if (point > 0x10ffff) throw unreadable(at, `\\${code} is no character`);
      return String.fromCodePoint(point);
    }
    return SHORT[code] ?? code;
  });
}

export interface Place {
  /** UTF-16 offset of its first character. */
  readonly at: number;
}

/** A name, number or operator as it is written. */
export interface SymbolAtom extends Place {
  readonly kind: "symbol";
  readonly text: string;
}

/** `<…>`, its escapes read. */
export interface IriAtom extends Place {
  readonly kind: "iri";
  readonly iri: string;
}

/** `"…"`, its escapes read, with `@language` or `^^datatype` behind it; a datatype without angle brackets may be a short name. */
export interface TextAtom extends Place {
  readonly kind: "text";
  readonly value: string;
  readonly language?: string;
  readonly datatype?: SymbolAtom | IriAtom;
}

export type Atom = SymbolAtom | IriAtom | TextAtom;

export interface ListExpression extends Place {
  readonly kind: "list";
  readonly items: readonly SExpression[];
}

export type SExpression = Atom | ListExpression;

export function unreadable(at: number, what: string): FuxiError {
  return new FuxiError("data-invalid", `Program, character ${at + 1}: ${what}.`);
}

/** The expression as it is told in messages. */
export function shownExpression(expression: SExpression | undefined): string {
  if (expression === undefined) return "nothing";
  if (expression.kind === "symbol") return `"${expression.text.slice(0, 60)}"`;
  if (expression.kind === "iri") return `"<${expression.iri.slice(0, 60)}>"`;
  if (expression.kind === "text") return `the value "${expression.value.slice(0, 60)}"`;
  const [head] = expression.items;
  return head?.kind === "symbol" ? `"(${head.text.slice(0, 60)} …)"` : '"(…)"';
}
