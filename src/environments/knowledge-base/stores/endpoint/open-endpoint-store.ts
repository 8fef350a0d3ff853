import { hasNoRules, type PrivacyRules } from "../../../../environment/privacy-rules.ts";
import { type ErrorCode, FuxiError } from "../../../../errors/fuxi-error.ts";

import type { TripleStore } from "../../triple-store/triple-store.ts";
import { TripleStoreError } from "../../triple-store/triple-store-error.ts";
import { PRESETS } from "../../vocabulary/presets.ts";
import { withoutMasked } from "../../vocabulary/vocabulary.ts";

import { endpointEngine } from "./endpoint-engine.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import { EndpointStore } from "./endpoint-store.ts";
import { SparqlClient, WorkLimit } from "./http/sparql-client.ts";
import { narrowClient } from "./privacy/narrow-client.ts";

const OPENING_MILLISECONDS = 20_000;

/**
 * Opens a SPARQL 1.1 endpoint: identifies the engine by two small queries. By default at most four queries run at a time. They are stopped at their
 * time limit, and retried (at most three times) if no part of an answer had arrived; an answer that the engine cut off is completed or refused.
 *
 * @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported` (no endpoint), `configuration-invalid` (also for rules that match
 * nothing, or that cannot be enforced there), `cancelled`
 */
export async function openEndpointStore(options: EndpointOptions): Promise<TripleStore> {
  const { privacy, signal = new AbortController().signal } = options;
  const rules = privacy === undefined || hasNoRules(privacy) ? undefined : privacy;
  checkSearch(options, rules);
  const client = new SparqlClient(options);
  const never = new AbortController().signal;
  const limit = new WorkLimit({ milliseconds: OPENING_MILLISECONDS, signal }, never);
  try {
    const engine = await endpointEngine(client, limit);
    client.sendsTimeout = engine.name === "Virtuoso";
    client.writesBooleansAsNumbers = engine.name === "Virtuoso";
    const vocabulary = options.vocabulary ?? PRESETS.rdfs;
    if (rules === undefined) return new EndpointStore(client, engine, vocabulary, options);
    const masked = await narrowClient(client, rules, vocabulary, signal);
    return new EndpointStore(client, engine, withoutMasked(vocabulary, masked), {
      ...options,
      labelSearch: "exact",
      privacy: rules,
    });
  } catch (error) {
    await client.close();
    if (!(error instanceof TripleStoreError)) throw error;
    const { kind, engineMessage } = error.facts;
    throw new FuxiError(codeOf(kind, engineMessage), engineMessage, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}

/** Refuses other searches under privacy rules: text indexes and other servers would return hidden names. */
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
