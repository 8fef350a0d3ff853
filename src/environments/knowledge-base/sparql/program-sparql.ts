import type { Program } from "../program/program.ts";
import { createNames } from "../vocabulary/names.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import { programPattern } from "./program-pattern.ts";
import { type QueryOptions, QueryScope } from "./query-scope.ts";
import { group, queryText } from "./query-text.ts";
import { STANDARD_DIALECT } from "./sparql-dialect.ts";
import { termSparql } from "./term-sparql.ts";

/** A local part that needs no escapes in SPARQL. With more than one dot in it Oxigraph takes it apart. */
const LOCAL = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)?$/u;

/**
 * The program as a query for a person and for any engine of SPARQL 1.1: `SELECT DISTINCT ?x`, prefixes declared. The answers are the members of the
 * program.
 *
 * @throws TripleStoreError `unsupported` for blank nodes and quoted triples among its terms
 */
export function programSparql(
  program: Program,
  vocabulary: Vocabulary,
  options: Pick<QueryOptions, "dialect" | "deciding" | "subclasses"> = {},
): string {
  const names = createNames(vocabulary);
  const used = new Map<string, string>();
  const iri = (full: string): string => {
    const short = names.short(full);
    const colon = short.indexOf(":");
    const prefix = colon < 0 ? "" : short.slice(0, colon);
    const local = short.slice(colon + 1);
    const namespace = vocabulary.prefixes[prefix];
    // `xsd` always means the XML Schema types in our queries.
    if (short.startsWith("<") || namespace === undefined || prefix === "xsd" || !LOCAL.test(local))
      return termSparql({ kind: "iri", value: full }, STANDARD_DIALECT)[0] as string;
    used.set(prefix, namespace);
    return `${prefix}:${local}`;
  };
  const scope = new QueryScope(vocabulary, { ...options, iri });
  const lines = group(programPattern(program, "?x", scope), "SELECT DISTINCT ?x WHERE");
  const prefixes = [...used].sort().map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`);
  const text = queryText(lines);
  return [...prefixes, text].join("\n");
}
