import { type SparqlDialect, STANDARD_DIALECT, VALUE_TEXT } from "../../sparql/sparql-dialect.ts";
import { literal, termText, XSD } from "../../term/term.ts";
import { TripleStoreError } from "../../triple-store/triple-store-error.ts";
import type { SparqlClient, WorkLimit } from "./http/sparql-client.ts";

const DATES = "xsd:date, xsd:dateTime, xsd:gYear, xsd:gYearMonth";
/**
 * Virtuoso 7: typed numbers and dates are stored by value and so always well formed, years before Christ lose a digit in text, `nodeID://` names a
 * blank node, `!sameTerm` and joins compare by value, and a query with more than `mostTerms` terms is refused or takes minutes to compile.
 */
export const VIRTUOSO_DIALECT: SparqlDialect = {
  ...STANDARD_DIALECT,
  blankNode: (label) => `<${label}>`,
  hasTwoStrings: true,
  mostTerms: 500,
  joinsByValue: true,
  listsApart: true,
  differ: (a, b) => `STR(${a}) != STR(${b})`,
  isTerm(value, term, written) {
    if (term.kind !== "literal") return `${value} = ${written}`;
    if (term.language !== undefined)
      return `STR(${value}) = ${termText(literal(term.value))} && LANG(${value}) = "${term.language}"`;
    // Booleans are stored as 0 and 1, which equal other numbers; their text distinguishes them.
    if (term.datatype === `${XSD}boolean`)
      return `isLiteral(${value}) && datatype(${value}) != xsd:string && STR(${value}) = "${/^(true|1)$/u.test(term.value)}"`;
    return term.datatype === undefined
      ? `isLiteral(${value}) && ${value} = ${written}`
      : `${value} = ${written} && datatype(${value}) = <${term.datatype}>`;
  },
  is(kind, value, declared) {
    const own = kind === "number" ? `isNumeric(${value})` : `datatype(${value}) IN (${DATES})`;
    const asText = `(datatype(${value}) = xsd:string && REGEX(STR(${value}), "${VALUE_TEXT[kind]}"))`;
    return declared ? `(${own} || ${asText})` : own;
  },
  key: (kind, value) =>
    kind === "number"
      ? STANDARD_DIALECT.key(kind, value)
      : `REPLACE(STR(${value}), "^-([0-9]{3})(-|$)", "-0$1$2")`,
};

export type EngineName = "Virtuoso" | "Jena" | "GraphDB" | "QLever" | "Wikidata" | "Oxigraph" | "SPARQL";

export interface EndpointEngine {
  readonly name: EngineName;
  readonly dialect: SparqlDialect;
}

/** Engines by the name in the `Server` header. */
const SERVERS: readonly (readonly [RegExp, EngineName])[] = [
  [/virtuoso/iu, "Virtuoso"],
  [/fuseki|jena/iu, "Jena"],
  [/graphdb/iu, "GraphDB"],
  [/qlever/iu, "QLever"],
  [/oxigraph/iu, "Oxigraph"],
];

/**
 * Identifies the engine by its `Server` header, or without one by a small query that only Virtuoso understands.
 *
 * @throws TripleStoreError if no endpoint answers
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

/** For proxies that drop the header. Other engines refuse the function, or return no value for it. */
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
