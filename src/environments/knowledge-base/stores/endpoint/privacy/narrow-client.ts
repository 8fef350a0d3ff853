import type { PrivacyRules } from "../../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { type GraphSource, resolveGraphRules } from "../../../privacy/resolve-graph-rules.ts";
import { eitherOf } from "../../../sparql/program-pattern.ts";
import { distinctRows } from "../../../sparql/queries/set-queries.ts";
import type { QueryRules } from "../../../sparql/restricted-query.ts";
import { writtenIri } from "../../../sparql/sparql-dialect.ts";
import { TripleStoreError } from "../../../triple-store/triple-store-error.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { type SparqlClient, WorkLimit } from "../http/sparql-client.ts";
import { type Row, RowReader } from "../row-reader.ts";

/** Most predicates and classes that can be listed in queries. */
const MOST_PARTS = 20_000;
const LISTED = 200;
const EXTRACT = "Ask an extract of it in a file, or with an account that may read only what is to be seen.";

/** Distinct rows of the variables, all of them. */
type Rows = (variables: readonly string[], lines: string) => Promise<readonly Row[]>;

const either = (iris: readonly string[]): string => eitherOf(iris.map(writtenIri));
const listed = (iris: Iterable<string>, between: string): string =>
  Array.from(iris, writtenIri).join(between);

/** All predicates, classes and labels of an endpoint that privacy rules can match. */
function sourceOf(rows: Rows, { label, alias }: Vocabulary): GraphSource {
  return {
    predicates: () => column(rows, "?s ?x ?o ."),
    objects: (predicates) => column(rows, `?s ${either(predicates)} ?x .`),
    instances: (predicates, classes) =>
      column(rows, `?x ${either(predicates)} ?c . FILTER(?c IN (${listed(classes, ", ")}))`),
    async pairs(predicates) {
      if (predicates.length === 0) return [];
      const all = await rows(["?x", "?y"], `?x ${either(predicates)} ?y .`);
      return all.flatMap(([x, y]) => (x?.kind === "iri" && y?.kind === "iri" ? [[x.value, y.value]] : []));
    },
    async labels(iris) {
      if (iris.length > MOST_PARTS)
        throw new FuxiError(
          "configuration-invalid",
          "The endpoint has too many predicates and classes to restrict what is seen of it.",
          { hint: EXTRACT },
        );
      const naming = [...label, ...alias];
      const found = new Map<string, string[]>();
      for (const some of naming.length === 0 ? [] : valuesOf(iris)) {
        for (const [node, text] of await rows(["?x", "?l"], `${some} ?x ${either(naming)} ?l .`)) {
          if (node?.kind !== "iri" || text?.kind !== "literal") continue;
          found.set(node.value, [...(found.get(node.value) ?? []), text.value]);
        }
      }
      return found;
    },
  };
}

/** The IRIs that are instances of one of the classes. */
async function instancesAmong(
  iris: readonly string[],
  classes: ReadonlySet<string>,
  rows: Rows,
  { type }: Vocabulary,
): Promise<readonly string[]> {
  if (classes.size === 0 || type.length === 0) return [];
  const found: string[] = [];
  for (const some of valuesOf(iris))
    found.push(
      ...(await column(rows, `${some} ?x ${either(type)} ?c . FILTER(?c IN (${listed(classes, ", ")}))`)),
    );
  return found;
}

async function column(rows: Rows, lines: string): Promise<readonly string[]> {
  return (await rows(["?x"], lines)).flatMap(([term]) => (term?.kind === "iri" ? [term.value] : []));
}

/** VALUES clauses for `?x`, with at most `LISTED` IRIs each. */
function valuesOf(iris: readonly string[]): readonly string[] {
  return Array.from(
    { length: Math.ceil(iris.length / LISTED) },
    (_, at) => `VALUES ?x { ${listed(iris.slice(at * LISTED, (at + 1) * LISTED), " ")} }`,
  );
}

const LISTING_MILLISECONDS = 120_000;

/**
 * Restricts the client to queries over the visible part of the endpoint, and returns the masked predicates.
 *
 * @throws FuxiError `configuration-invalid` for a pattern that matches nothing, and for an endpoint whose predicates and classes cannot be listed
 */
export async function narrowClient(
  client: SparqlClient,
  rules: PrivacyRules,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const limit = new WorkLimit({ milliseconds: LISTING_MILLISECONDS, signal }, new AbortController().signal);
  const reader = new RowReader(client);
  const rows: Rows = (variables, lines) => reader.rows(distinctRows(variables, [lines]), limit);
  const resolved = await resolve(rules, rows, vocabulary);
  const { restrictedQuery } = await import("../../../sparql/restricted-query.ts");
  client.narrowed = (query) => restrictedQuery(query, resolved);
  return resolved.maskedPredicates;
}

async function resolve(rules: PrivacyRules, rows: Rows, vocabulary: Vocabulary): Promise<QueryRules> {
  try {
    const source = sourceOf(rows, vocabulary);
    const { predicates: iris, ...graph } = await resolveGraphRules(rules, source, vocabulary);
    // A predicate that is an instance of a denied class is hidden, too.
    const hidden = await instancesAmong(iris, graph.deniedClasses, rows, vocabulary);
    const denied = new Set([...graph.deniedPredicates, ...hidden]);
    return {
      ...graph,
      deniedPredicates: denied,
      maskedPredicates: new Set([...graph.maskedPredicates].filter((iri) => !denied.has(iri))),
      predicates: new Set(iris.filter((iri) => !denied.has(iri))),
      vocabulary,
    };
  } catch (error) {
    if (!(error instanceof TripleStoreError)) throw error;
    throw new FuxiError(
      "configuration-invalid",
      `To restrict what is seen of an endpoint, its predicates and classes have to be listed, and they were not: ${error.facts.engineMessage}`,
      { cause: error, hint: EXTRACT },
    );
  }
}
