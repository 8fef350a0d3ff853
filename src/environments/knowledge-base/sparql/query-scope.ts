import type { Program } from "../program/program.ts";
import type { Term } from "../term/term.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import { type SparqlDialect, STANDARD_DIALECT } from "./sparql-dialect.ts";
import { termSparql } from "./term-sparql.ts";

export type ValueKind = "number" | "date";

export interface QueryOptions {
  readonly dialect?: SparqlDialect;
  /** How IRIs are written; `<…>` otherwise. */
  readonly iri?: (iri: string) => string;
  /** Which kind of value decides a superlative, where that is known: the query is half as long then. */
  readonly deciding?: (program: Superlative) => ValueKind | undefined;
  /** The class itself and all below it, where they are known: they are listed then, instead of a property path. */
  readonly subclasses?: (name: string) => readonly string[] | undefined;
}

export type Superlative = Extract<Program, { readonly op: "argmax" | "argmin" }>;

/** What the parts of one query share: the variables taken so far, how terms are written, what the vocabulary says. */
export class QueryScope {
  readonly vocabulary: Vocabulary;
  readonly dialect: SparqlDialect;
  readonly iri: (iri: string) => string;
  readonly deciding: (program: Superlative) => ValueKind | undefined;
  readonly subclasses: (name: string) => readonly string[] | undefined;
  #variables = 0;

  constructor(vocabulary: Vocabulary, options: QueryOptions = {}) {
    this.vocabulary = vocabulary;
    this.dialect = options.dialect ?? STANDARD_DIALECT;
    this.iri = options.iri ?? ((iri) => termSparql({ kind: "iri", value: iri }, this.dialect)[0] as string);
    this.deciding = options.deciding ?? (() => undefined);
    this.subclasses = options.subclasses ?? (() => undefined);
  }

  /** A variable that no other part of the query has: `?n1`, `?n2`, …; names that parts choose themselves end in no digit. */
  fresh(letter = "n"): string {
    this.#variables++;
    return `?${letter}${this.#variables}`;
  }

  /** @throws TripleStoreError `unsupported` */
  term(term: Term): readonly string[] {
    return term.kind === "iri" ? [this.iri(term.value)] : termSparql(term, this.dialect);
  }
}
