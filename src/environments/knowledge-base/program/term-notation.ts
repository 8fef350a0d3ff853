import { iri, literal, type Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import type { Names } from "../vocabulary/names.ts";
import { type Atom, type SymbolAtom, shownExpression, unreadable } from "./s-expression.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";

/** What is read as a number or a date where no quotes stand around it. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^[+-]?\d+$/u, "integer"],
  [/^[+-]?(?:\d+\.\d*|\.\d+)$/u, "decimal"],
  [/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d+$/u, "double"],
  [/^-?\d{4,}-\d{2}-\d{2}$/u, "date"],
  [/^-?\d{4,}-\d{2}$/u, "gYearMonth"],
  [/^-?\d{4,}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?$/u, "dateTime"],
];

export function plainValue(text: string): Term | undefined {
  const kind = PLAIN.find(([pattern]) => pattern.test(text))?.[1];
  return kind === undefined ? undefined : literal(text, { datatype: XSD + kind });
}

/** An IRI as programs write it: its short name where that cannot be taken for anything else, otherwise in full. */
export function iriNotation(full: string, names: Names): string {
  const short = names.short(full);
  const safe =
    /^[^\s()"'<#^_?][^\s()"<>]*$/u.test(short) && !short.includes("^^") && plainValue(short) === undefined;
  return safe && names.iri(short) === full ? short : termText(iri(full));
}

/** A term as programs write it. Values are N-Triples but for the datatype, whose IRI stands without angle brackets as in KBQA-Agent. */
export function termNotation(term: Term, names: Names): string {
  if (term.kind === "iri") return iriNotation(term.value, names);
  if (term.kind !== "literal") return termText(term);
  const { datatype } = term;
  if (datatype === undefined || !/^[a-z][a-z0-9+.-]*:\/\/[^\s()<>"\\^`{}|]+$/iu.test(datatype))
    return termText(term);
  return `${termText(literal(term.value))}^^${datatype}`;
}

/** The term that is written. @throws FuxiError `data-invalid` */
export function readTerm(atom: Atom, names: Names): Term {
  switch (atom.kind) {
    case "iri":
      return iri(atom.iri);
    case "text": {
      const { value, language, datatype } = atom;
      if (language !== undefined) return literal(value, { language });
      const type = datatype === undefined ? undefined : readIriAtom(datatype, names, "a datatype");
      return type === undefined || type === `${XSD}string`
        ? literal(value)
        : literal(value, { datatype: type });
    }
    case "triple": {
      const [subject, predicate, object] = atom.parts.map((part) => readTerm(part, names));
      if (subject === undefined || predicate?.kind !== "iri" || object === undefined)
        throw unreadable(atom.at, "the predicate of a quoted triple is an IRI");
      return { kind: "triple", subject, predicate, object };
    }
    case "symbol":
      return readSymbolTerm(atom, names);
  }
}

function readSymbolTerm(atom: SymbolAtom, names: Names): Term {
  const { text, at } = atom;
  const typed = /^(.+?)\^\^(.+)$/u.exec(text);
  if (typed) {
    const [, value = "", type = ""] = typed;
    const datatype: SymbolAtom = {
      kind: "symbol",
      at: at + value.length + 2,
      text: type.replace(/^<(.*)>$/u, "$1"),
    };
    return literal(value, { datatype: readIriAtom(datatype, names, "a datatype") });
  }
  if (text.startsWith("_:") && text.length > 2) return { kind: "blank", value: text.slice(2) };
  const full = names.iri(text);
  const plain = plainValue(text);
  if (plain) return plain;
  if (full === undefined) throw unreadable(at, `"${text.slice(0, 60)}" is neither a name nor a value`);
  return iri(full);
}

/** The IRI of a name. @throws FuxiError `data-invalid` that says what was expected */
export function readIriAtom(atom: Atom, names: Names, expected: string): string {
  if (atom.kind === "iri") return atom.iri;
  const full = atom.kind === "symbol" ? (names.iri(atom.text) ?? xsdOf(atom.text)) : undefined;
  if (full === undefined) throw unreadable(atom.at, `expected ${expected}, found ${shownExpression(atom)}`);
  return full;
}

/** `xsd:` is understood whatever prefixes there are. */
function xsdOf(text: string): string | undefined {
  return /^xsd:[A-Za-z]+$/u.test(text) ? XSD + text.slice(4) : undefined;
}
