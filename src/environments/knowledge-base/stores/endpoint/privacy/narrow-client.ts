import type { PrivacyRules } from "../../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { resolveGraphRules } from "../../../privacy/resolve-graph-rules.ts";
import type { QueryRules } from "../../../sparql/restrict/restricted-triples.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { createNames } from "../../../vocabulary/names.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { SparqlClient } from "../http/sparql-client.ts";
import { RowReader } from "../row-reader.ts";
import { WorkLimit } from "../work-limit.ts";
import { type Asked, instancesAmong, partsOfEndpoint } from "./parts-of-endpoint.ts";

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
