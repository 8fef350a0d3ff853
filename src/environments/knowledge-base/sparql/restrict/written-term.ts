import { TripleStoreError } from "../../store/triple-store-error.ts";
import { iri, literal } from "../../term/term.ts";
import { STANDARD_DIALECT } from "../sparql-dialect.ts";
import { termSparql } from "../term-sparql.ts";
import type { ParsedTerm } from "./query-tree.ts";

/** What the terms of one query share. */
export interface TermWriter {
  /** As declared before the query. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** What no variable of the query begins with. */
  readonly letter: string;
}

/** A term in full. Blank nodes become variables, which they are in patterns: so they can stand in several groups. */
export function writtenTerm(term: ParsedTerm, writer: TermWriter): string {
  switch (term.subType) {
    case "variable":
      return `?${term.value}`;
    case "blankNode":
      return `?${writer.letter}b${term.label.replace(/\W/gu, (letter) => `_${letter.codePointAt(0)}_`)}`;
    case "namedNode":
      return writtenIri(fullIri(term, writer));
    case "literal": {
      const { value, langOrIri } = term;
      if (langOrIri === undefined) return written(literal(value));
      if (typeof langOrIri === "string") return written(literal(value, { language: langOrIri }));
      return `${written(literal(value))}^^${writtenIri(fullIri(langOrIri, writer))}`;
    }
  }
}

export const writtenIri = (value: string): string => written(iri(value));

const written = (term: Parameters<typeof termSparql>[0]): string =>
  termSparql(term, STANDARD_DIALECT)[0] as string;

/** @throws TripleStoreError `unsupported` for a relative IRI: only the engine would know what it means */
export function fullIri(
  term: Extract<ParsedTerm, { readonly subType: "namedNode" }>,
  { namespaces }: TermWriter,
): string {
  const { value } = term;
  const prefix = "prefix" in term ? (term.prefix as string | undefined) : undefined;
  const full = prefix === undefined ? value : (namespaces.get(prefix) ?? "") + value;
  if (/^[a-z][a-z0-9+.-]*:/iu.test(full)) return full;
  throw new TripleStoreError({
    kind: "unsupported",
    engineMessage: `<${full}> is not a full IRI.`,
  });
}
