import { TripleStoreError } from "../store/triple-store-error.ts";
import type { Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import type { SparqlDialect } from "./sparql-dialect.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that may not stand in an IRI.
const NO_IRI = /[\u0000-\u0020<>"{}|^`\\]/u;
const STRING = "http://www.w3.org/2001/XMLSchema#string";

/**
 * How the term may be written in a query: one text, or two where the engine tells plain strings from `xsd:string`.
 *
 * @throws TripleStoreError `unsupported` for a blank node that cannot be named, for quoted triples, and for IRIs that are none: SPARQL resolves escapes before it
 * looks for the end of an IRI, so that escaping would not keep them in
 */
export function termSparql(term: Term, dialect: SparqlDialect): readonly string[] {
  switch (term.kind) {
    case "iri":
      if (NO_IRI.test(term.value))
        throw new TripleStoreError({
          kind: "unsupported",
          engineMessage: "An identifier with spaces, quotes or brackets in it cannot be asked about.",
        });
      return [termText(term)];
    case "literal": {
      const text = termText(term);
      const plain = term.datatype === undefined && term.language === undefined;
      return plain && dialect.hasTwoStrings ? [text, `${text}^^<${STRING}>`] : [text];
    }
    case "blank":
      if (dialect.blankNode === undefined)
        throw new TripleStoreError(
          {
            kind: "unsupported",
            engineMessage: "This endpoint cannot be asked about a blank node by its name.",
          },
          { hint: "Follow the relations that lead to it instead." },
        );
      return [dialect.blankNode(term.value)];
    case "triple":
      throw new TripleStoreError({
        kind: "unsupported",
        engineMessage: "Quoted triples cannot be asked about in SPARQL 1.1.",
      });
  }
}
