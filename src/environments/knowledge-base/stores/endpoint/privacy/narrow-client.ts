import type { PrivacyRules } from "../../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import {
  BELOW_PREDICATES,
  CLASSES_OF_PREDICATES,
  type GraphParts,
  type NamedPart,
  resolveGraphRules,
  SAME_CLASSES,
  SAME_PREDICATES,
  WIKIDATA_ENTITY,
  wikidataProperty,
} from "../../../privacy/resolve-graph-rules.ts";
import { distinctRows } from "../../../sparql/queries/set-queries.ts";
import { type QueryRules, writtenIri } from "../../../sparql/restrict/restricted-triples.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { createNames } from "../../../vocabulary/names.ts";
import { NAMESPACES, type Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { type SparqlClient, WorkLimit } from "../http/sparql-client.ts";
import { RowReader } from "../row-reader.ts";

/** More cannot be listed in queries. */
const MOST_PARTS = 20_000;
const LISTED = 200;

interface Asked {
  readonly reader: RowReader;
  readonly vocabulary: Vocabulary;
  readonly limit: WorkLimit;
}

/**
 * What an endpoint has that privacy rules can name: all of it.
 * @throws FuxiError `configuration-invalid` for more than can be narrowed by name; TripleStoreError
 */
async function partsOfEndpoint(asked: Asked): Promise<GraphParts> {
  const { vocabulary } = asked;
  const types = [...new Set([...vocabulary.type, `${NAMESPACES.rdf}type`])];
  const [used, classes, declared, subclasses, sameClasses, below, same] = await Promise.all([
    column("?s ?x ?o .", asked),
    column(`?s ${either(types)} ?x .`, asked),
    column(
      `?x ${either(types)} ?c . FILTER(?c IN (${CLASSES_OF_PREDICATES.map(writtenIri).join(", ")}))`,
      asked,
    ),
    pairs(vocabulary.subclass, asked),
    pairs(SAME_CLASSES, asked),
    pairs(BELOW_PREDICATES, asked),
    pairs(SAME_PREDICATES, asked),
  ]);
  const follows = [...below.map(turned), ...same, ...same.map(turned)];
  const under = [...subclasses.map(turned), ...sameClasses, ...sameClasses.map(turned)];
  const predicates = [...new Set([...used, ...declared, ...follows.flat()])];
  const allClasses = [...new Set([...classes, ...under.flat()])];
  if (predicates.length + allClasses.length > MOST_PARTS)
    throw new FuxiError(
      "configuration-invalid",
      "The endpoint has too many predicates and classes to restrict what is seen of it.",
      {
        hint: "Ask an extract of it in a file, or with an account that may read only what is to be seen.",
      },
    );
  const labels = await labelsOf([...predicates, ...allClasses], asked);
  const named = (iri: string): NamedPart => ({ iri, labels: labels.get(iri) ?? [] });
  return { predicates: predicates.map(named), classes: allClasses.map(named), follows, below: under };
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

const turned = ([a, b]: readonly [string, string]): readonly [string, string] => [b, a];

const either = (iris: readonly string[]): string => `(${iris.map(writtenIri).join("|")})`;

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

async function labelsOf(
  iris: readonly string[],
  { reader, limit, vocabulary: { label, alias } }: Asked,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const naming = [...label, ...alias];
  const nodes = new Map(
    iris.flatMap((iri) => {
      const property = wikidataProperty(iri);
      return [
        [iri, [iri]] as const,
        ...(property === undefined ? [] : [[`${WIKIDATA_ENTITY}${property}`, [iri]] as const]),
      ];
    }),
  );
  if (naming.length === 0) return found;
  for (const some of chunks([...nodes.keys()])) {
    const lines = [`VALUES ?x { ${some.map(writtenIri).join(" ")} }`, `?x ${either(naming)} ?l .`];
    for (const [node, text] of await reader.rows(distinctRows(["?x", "?l"], lines), limit)) {
      if (node?.kind !== "iri" || text?.kind !== "literal") continue;
      for (const iri of nodes.get(node.value) ?? []) found.set(iri, [...(found.get(iri) ?? []), text.value]);
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
    const parts = await partsOfEndpoint(asked);
    const names = createNames(vocabulary);
    const graph = resolveGraphRules(rules, parts, { names, vocabulary });
    const iris = parts.predicates.map(({ iri }) => iri);
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
        hint: "Ask an extract of it in a file, or with an account that may read only what is to be seen.",
      },
    );
  }
}
