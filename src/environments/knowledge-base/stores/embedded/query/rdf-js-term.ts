import { TripleStoreError } from "../../../store/triple-store-error.ts";
import type { Term } from "../../../term/term.ts";

/** A term as SPARQL parsers give it (RDF/JS), as far as it is looked at here. */
export interface RdfJsTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

const STRING = "http://www.w3.org/2001/XMLSchema#string";
const LANGUAGE_TEXT = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

/** Name of the variable in a pattern: a blank node there is one, too, that nobody can ask for. */
export function variableOf(term: RdfJsTerm): string | undefined {
  if (term.termType === "Variable") return term.value;
  return term.termType === "BlankNode" ? `_:${term.value}` : undefined;
}

/** @throws TripleStoreError `unsupported` for RDF-star terms */
export function constantOf(term: RdfJsTerm): Term {
  switch (term.termType) {
    case "NamedNode":
      return { kind: "iri", value: term.value };
    case "Literal": {
      const { value, language = "", datatype } = term;
      if (language !== "") return { kind: "literal", value, language: language.toLowerCase() };
      const plain = datatype === undefined || datatype.value === STRING || datatype.value === LANGUAGE_TEXT;
      return plain ? { kind: "literal", value } : { kind: "literal", value, datatype: datatype.value };
    }
    default:
      throw new TripleStoreError({
        kind: "unsupported",
        engineMessage: "Quoted triples cannot be asked for in a query here.",
      });
  }
}
