import { type SparqlDialect, STANDARD_DIALECT } from "../../sparql/sparql-dialect.ts";
import { TripleStoreError } from "../../store/triple-store-error.ts";
import type { SparqlClient } from "./http/sparql-client.ts";
import { VIRTUOSO_DIALECT } from "./virtuoso-dialect.ts";
import type { WorkLimit } from "./work-limit.ts";

export type EngineName = "Virtuoso" | "Jena" | "GraphDB" | "QLever" | "Wikidata" | "Oxigraph" | "SPARQL";

export interface EndpointEngine {
  readonly name: EngineName;
  readonly dialect: SparqlDialect;
}

/** By what the server calls itself. */
const SERVERS: readonly (readonly [RegExp, EngineName])[] = [
  [/virtuoso/iu, "Virtuoso"],
  [/fuseki|jena/iu, "Jena"],
  [/graphdb/iu, "GraphDB"],
  [/qlever/iu, "QLever"],
  [/oxigraph/iu, "Oxigraph"],
];

/**
 * Finds out what the engine is, by its `Server` header and by one small question that only Virtuoso understands where there is none.
 *
 * @throws TripleStoreError where there is no endpoint that answers
 */
export async function endpointEngine(client: SparqlClient, limit: WorkLimit): Promise<EndpointEngine> {
  await client.ask("ASK { }", limit);
  const { hostname } = new URL(client.address.url);
  const named: EngineName | undefined = /(?:^|\.)wikidata\.org$/u.test(hostname)
    ? "Wikidata"
    : SERVERS.find(([pattern]) => pattern.test(client.server))?.[1];
  const name = named ?? ((await isVirtuoso(client, limit)) ? "Virtuoso" : "SPARQL");
  return { name, dialect: name === "Virtuoso" ? VIRTUOSO_DIALECT : STANDARD_DIALECT };
}

/** Behind a proxy the header is lost. Others refuse the function, or find no value for it. */
async function isVirtuoso(client: SparqlClient, limit: WorkLimit): Promise<boolean> {
  try {
    const { rows } = await client.ask("SELECT (<bif:isnumeric>(1) AS ?n) WHERE { }", limit);
    const value = rows[0]?.[0];
    return value?.kind === "literal" && value.value === "1";
  } catch (error) {
    const isRefusal =
      error instanceof TripleStoreError && ["syntax", "refused", "unsupported"].includes(error.facts.kind);
    if (isRefusal) return false;
    throw error;
  }
}
