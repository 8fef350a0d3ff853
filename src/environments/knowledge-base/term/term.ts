/** An RDF term. A literal without datatype and language is an `xsd:string`. */
export type Term = Iri | Blank | Literal | QuotedTriple;

/** A node or predicate with a name of its own. */
export interface Iri {
  readonly kind: "iri";
  /** Full IRI. */
  readonly value: string;
}

/** A node without a name. */
export interface Blank {
  readonly kind: "blank";
  /** Without `_:`. Only good within one store. */
  readonly value: string;
}

/** A value. */
export interface Literal {
  readonly kind: "literal";
  /** Its lexical form, as written in the data. */
  readonly value: string;
  /** Full IRI; absent for plain strings and for text with a language. */
  readonly datatype?: string;
  /** Lower case. */
  readonly language?: string;
}

/** RDF-star: kept as data, never followed into. */
export interface QuotedTriple {
  readonly kind: "triple";
  readonly subject: Term;
  readonly predicate: Iri;
  readonly object: Term;
}

export const iri = (value: string): Iri => ({ kind: "iri", value });
export const literal = (value: string, more: Omit<Literal, "kind" | "value"> = {}): Literal => ({
  kind: "literal",
  value,
  ...more,
});

/** Nodes are what relations lead to and from; the rest are values. */
export function isNode(term: Term): term is Iri | Blank {
  return term.kind === "iri" || term.kind === "blank";
}
