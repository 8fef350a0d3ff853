/**
 * The term as N-Triples writes it. Equal texts are equal terms, so it serves as a key and as the order of
 * results: by UTF-16 code units.
 */
export function termText(term: Term): string {
  switch (term.kind) {
    case "iri":
      return `<${term.value.replace(UNSAFE_IN_IRI, escaped)}>`;
    case "blank":
      return `_:${term.value}`;
    case "literal": {
      const text = `"${term.value.replace(UNSAFE_IN_TEXT, (letter) => SHORT[letter] ?? escaped(letter))}"`;
      if (term.language !== undefined) return `${text}@${term.language}`;
      return term.datatype === undefined
        ? text
        : `${text}^^<${term.datatype.replace(UNSAFE_IN_IRI, escaped)}>`;
    }
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that an IRI must not contain.
const UNSAFE_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must be escaped in a string.
const UNSAFE_IN_TEXT = /[\u0000-\u001f"\\\u007f]/gu;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escaped(letter: string): string {
  return `\\u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

export const XSD = "http://www.w3.org/2001/XMLSchema#";
export const LANGUAGE_TEXT = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

/** An RDF term. A literal without datatype and language is an `xsd:string`. */
export type Term = Iri | Blank | Literal;

/** A node or predicate with a name of its own. */
export interface Iri {
  readonly kind: "iri";
  /** Full IRI. */
  readonly value: string;
}

/** A node without a name. */
export interface Blank {
  readonly kind: "blank";
  /** Without `_:`. Valid within one store only. */
  readonly value: string;
}

/** A value: text, number, date or the like. */
export interface Literal {
  readonly kind: "literal";
  /** Its lexical form, as written in the data. */
  readonly value: string;
  /** Full IRI; absent for plain strings and for text with a language. */
  readonly datatype?: string;
  /** Lower case. */
  readonly language?: string;
}

/** Whole numbers and truth values as they are written in data. */
export const integerTerm = (value: number): Literal => literal(String(value), { datatype: `${XSD}integer` });
export const booleanTerm = (value: boolean): Literal => literal(String(value), { datatype: `${XSD}boolean` });

export const iri = (value: string): Iri => ({ kind: "iri", value });
export const literal = (value: string, more: Omit<Literal, "kind" | "value"> = {}): Literal => ({
  kind: "literal",
  value,
  ...more,
});

/** Each term once. */
export const uniqueTerms = (terms: Iterable<Term>): readonly Term[] => [
  ...new Map(Array.from(terms, (term) => [termText(term), term])).values(),
];

/** Nodes can have relations in both directions; literals are values. */
export function isNode(term: Term): term is Iri | Blank {
  return term.kind === "iri" || term.kind === "blank";
}

/** A term as parsers of RDF and SPARQL return it (RDF/JS). */
export interface RdfJsTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

const UNTYPED: ReadonlySet<string | undefined> = new Set([undefined, `${XSD}string`, LANGUAGE_TEXT]);

/** Undefined for a triple (RDF-star). */
export function termOf({ termType, value, language, datatype }: RdfJsTerm): Term | undefined {
  switch (termType) {
    case "NamedNode":
      return iri(value);
    case "BlankNode":
      return { kind: "blank", value };
    case "Literal":
      if (language) return literal(value, { language: language.toLowerCase() });
      return UNTYPED.has(datatype?.value)
        ? literal(value)
        : literal(value, { datatype: datatype?.value ?? "" });
    default:
      return undefined;
  }
}
