import { hasNoRules, type PrivacyRules } from "../../../../environment/privacy-rules.ts";
import { type ErrorCode, FuxiError } from "../../../../errors/fuxi-error.ts";

import type { TripleStore } from "../../triple-store/triple-store.ts";
import { TripleStoreError } from "../../triple-store/triple-store-error.ts";
import { NAMESPACES, NO_VOCABULARY, type Vocabulary, withoutMasked } from "../../vocabulary/vocabulary.ts";

import { endpointEngine } from "./endpoint-engine.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import { EndpointStore } from "./endpoint-store.ts";
import { SparqlClient, WorkLimit } from "./http/sparql-client.ts";
import { narrowClient } from "./privacy/narrow-client.ts";

const OPENING_MILLISECONDS = 20_000;

const { rdf: RDF, rdfs: RDFS, skos: SKOS } = NAMESPACES;

const PLAIN_VOCABULARY: Vocabulary = {
  ...NO_VOCABULARY,
  name: "rdfs",
  prefixes: { rdf: RDF, rdfs: RDFS, skos: SKOS },
  label: [`${RDFS}label`, `${SKOS}prefLabel`],
  alias: [`${SKOS}altLabel`],
  type: [`${RDF}type`],
  subclass: [`${RDFS}subClassOf`],
  description: [`${RDFS}comment`],
  languages: ["en", ""],
  hidden: [`${RDF}*`, `${RDFS}*`, `${SKOS}*`],
};

/**
 * Opens a SPARQL 1.1 endpoint: asks it two small questions to learn what engine it is. Queries are sent at most four at a time, stopped at their
 * time limit, and tried again (three times at most) where no part of an answer had come; an answer that the engine cut off is completed or refused.
 *
 * @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported` (no endpoint), `configuration-invalid` (also for rules that name nothing, or
 * that cannot be held there), `cancelled`
 */
export async function openEndpointStore(options: EndpointOptions): Promise<TripleStore> {
  const { privacy } = options;
  const rules = privacy === undefined || hasNoRules(privacy) ? undefined : privacy;
  checkSearch(options, rules);
  const client = new SparqlClient(options);
  const never = new AbortController().signal;
  const limit = new WorkLimit({ milliseconds: OPENING_MILLISECONDS, signal: options.signal }, never);
  try {
    const engine = await endpointEngine(client, limit);
    client.sendsTimeout = engine.name === "Virtuoso";
    client.writesBooleansAsNumbers = engine.name === "Virtuoso";
    const vocabulary = options.vocabulary ?? PLAIN_VOCABULARY;
    if (rules === undefined) return new EndpointStore(client, engine, vocabulary, options);
    const masked = await narrowClient(client, rules, vocabulary, options.signal);
    return new EndpointStore(client, engine, withoutMasked(vocabulary, masked), {
      ...options,
      labelSearch: "exact",
      privacy: rules,
    });
  } catch (error) {
    if (!(error instanceof TripleStoreError)) throw error;
    const { kind, engineMessage } = error.facts;
    throw new FuxiError(codeOf(kind, engineMessage), engineMessage, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}

/** Text indexes know all texts, and other servers all that they know. */
function checkSearch({ labelSearch = "auto" }: EndpointOptions, rules: PrivacyRules | undefined): void {
  if (rules === undefined || labelSearch === "auto" || labelSearch === "exact") return;
  throw new FuxiError(
    "configuration-invalid",
    "Where parts of an endpoint are private, names are found by whole names only.",
    {
      hint: 'Leave labelSearch out, or set it to "exact".',
    },
  );
}

function codeOf(kind: TripleStoreError["facts"]["kind"], message: string): ErrorCode {
  if (kind === "unavailable") return /refuses access/u.test(message) ? "target-denied" : "target-not-found";
  return kind === "time-limit" ? "engine-timeout" : "target-not-supported";
}
