import type { PrivacyRules } from "../../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { type GraphSource, resolveGraphRules } from "../../../privacy/resolve-graph-rules.ts";
import { eitherOf } from "../../../sparql/program-pattern.ts";
import { distinctRows } from "../../../sparql/queries/set-queries.ts";
import { type QueryRules, writtenIri } from "../../../sparql/restrict/restricted-triples.ts";
import { TripleStoreError } from "../../../triple-store/triple-store-error.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { type SparqlClient, WorkLimit } from "../http/sparql-client.ts";
import { RowReader } from "../row-reader.ts";

/** More cannot be listed in queries. */
const MOST_PARTS = 20_000;
const LISTED = 200;
const EXTRACT = "Ask an extract of it in a file, or with an account that may read only what is to be seen.";

interface Asked {
  readonly reader: RowReader;
  readonly vocabulary: Vocabulary;
  readonly limit: WorkLimit;
}

/** What an endpoint has that privacy rules can name: all of it. */
function sourceOf(asked: Asked): GraphSource {
  return {
    predicates: () => column("?s ?x ?o .", asked),
    objects: (predicates) => column(`?s ${either(predicates)} ?x .`, asked),
    instances: (predicates, classes) =>
      column(`?x ${either(predicates)} ?c . FILTER(?c IN (${classes.map(writtenIri).join(", ")}))`, asked),
    pairs: (predicates) => pairs(predicates, asked),
    labels: (iris) => labelsOf(iris, asked),
  };
}

/** Those that are instances of one of the classes. */
async function instancesAmong(
  iris: readonly string[],
  classes: ReadonlySet<string>,
  asked: Asked,
): Promise<readonly string[]> {
  if (classes.size === 0 || asked.vocabulary.type.length === 0) return [];
  const found: string[] = [];
  for (const some of chunks(iris)) {
    const wanted = [...classes].map(writtenIri).join(", ");
    const values = `VALUES ?x { ${some.map(writtenIri).join(" ")} }`;
    found.push(
      ...(await column(
        `${values} ?x ${either(asked.vocabulary.type)} ?c . FILTER(?c IN (${wanted}))`,
        asked,
      )),
    );
  }
  return found;
}

const either = (iris: readonly string[]): string => eitherOf(iris.map(writtenIri));

async function column(line: string, { reader, limit }: Asked): Promise<readonly string[]> {
  const rows = await reader.rows(distinctRows(["?x"], [line]), limit);
  return rows.flatMap(([term]) => (term?.kind === "iri" ? [term.value] : []));
}

async function pairs(
  predicates: readonly string[],
  { reader, limit }: Asked,
): Promise<readonly (readonly [string, string])[]> {
  if (predicates.length === 0) return [];
  const rows = await reader.rows(distinctRows(["?x", "?y"], [`?x ${either(predicates)} ?y .`]), limit);
  return rows.flatMap(([x, y]): (readonly [string, string])[] =>
    x?.kind === "iri" && y?.kind === "iri" ? [[x.value, y.value]] : [],
  );
}

/** @throws FuxiError `configuration-invalid` for more than can be narrowed by name */
async function labelsOf(
  iris: readonly string[],
  { reader, limit, vocabulary: { label, alias } }: Asked,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (iris.length > MOST_PARTS)
    throw new FuxiError(
      "configuration-invalid",
      "The endpoint has too many predicates and classes to restrict what is seen of it.",
      { hint: EXTRACT },
    );
  const naming = [...label, ...alias];
  const found = new Map<string, string[]>();
  for (const some of naming.length === 0 ? [] : chunks(iris)) {
    const lines = [`VALUES ?x { ${some.map(writtenIri).join(" ")} }`, `?x ${either(naming)} ?l .`];
    for (const [node, text] of await reader.rows(distinctRows(["?x", "?l"], lines), limit)) {
      if (node?.kind !== "iri" || text?.kind !== "literal") continue;
      found.set(node.value, [...(found.get(node.value) ?? []), text.value]);
    }
  }
  return found;
}

function chunks(iris: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(iris.length / LISTED) }, (_, at) =>
    iris.slice(at * LISTED, (at + 1) * LISTED),
  );
}

const LISTING_MILLISECONDS = 120_000;

/**
 * From now on the client sends nothing but queries over what may be seen.
 *
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing, and for an endpoint whose predicates and classes cannot be listed
 */
export async function narrowClient(
  client: SparqlClient,
  rules: PrivacyRules,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const limit = new WorkLimit({ milliseconds: LISTING_MILLISECONDS, signal }, new AbortController().signal);
  const resolved = await resolve(rules, { reader: new RowReader(client), vocabulary, limit });
  const { restrictedQuery } = await import("../../../sparql/restrict/restricted-query.ts");
  client.narrowed = (query) => restrictedQuery(query, resolved);
  return resolved.maskedPredicates;
}

async function resolve(rules: PrivacyRules, asked: Asked): Promise<QueryRules> {
  const { vocabulary } = asked;
  try {
    const { predicates: iris, ...graph } = await resolveGraphRules(rules, sourceOf(asked), vocabulary);
    // A predicate that is an instance of a class that does not exist does not exist either.
    const hidden = await instancesAmong(iris, graph.deniedClasses, asked);
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
      {
        cause: error,
        hint: EXTRACT,
      },
    );
  }
}
