import { type Atom, type SymbolAtom, type TextAtom, unreadable } from "./s-expression.ts";

export interface ReadAtom {
  readonly atom: Atom;
  /** Offset of what comes after it. */
  readonly end: number;
}

/** Reads what stands at `at`, which is neither space nor bracket. @throws FuxiError `data-invalid` */
export function readAtom(text: string, at: number): ReadAtom {
  if (text.startsWith("<<", at)) return readTriple(text, at);
  if (text[at] === "<") return readIri(text, at);
  if (text[at] === '"' || text[at] === "'") return readText(text, at);
  return readSymbol(text, at);
}

const SPACE = /\s/u;

function readTriple(text: string, start: number): ReadAtom {
  const parts: Atom[] = [];
  let at = start + 2;
  for (;;) {
    while (SPACE.test(text[at] ?? "")) at++;
    if (text.startsWith(">>", at)) break;
    if (at >= text.length) throw unreadable(text.length, 'expected ">>" after a quoted triple');
    if (text[at] === "(" || text[at] === ")") throw unreadable(at, "a quoted triple holds terms only");
    const read = text.startsWith("<<", at) ? readTriple(text, at) : readAtom(text, at);
    parts.push(read.atom);
    at = read.end;
  }
  if (parts.length !== 3) throw unreadable(start, "a quoted triple has subject, predicate and object");
  return { atom: { kind: "triple", at: start, parts }, end: at + 2 };
}

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
    else if (letter === ">" && text[end + 1] === ">") break;
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
