import { createHash } from "node:crypto";
import { hasNoRules, privacyKey } from "../../../../environment/privacy-rules.ts";
import { RecentValues } from "../../access/read-cache.ts";
import { admitQuery, boundedQuery } from "../../sparql/admit/admit-query.ts";

import { numberIn } from "../../sparql/queries/set-queries.ts";
import { booleanTerm } from "../../term/term.ts";
import type {
  GraphSchema,
  LabelSearch,
  QueryResult,
  StoreTarget,
  TripleStore,
} from "../../triple-store/triple-store.ts";
import type { StoreBounds } from "../../triple-store/triple-store-error.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { EndpointEngine } from "./endpoint-engine.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import { factsOf, labelsOf, shortestWays } from "./entity-facts.ts";
import { graphSchema } from "./graph-schema.ts";
import { type SparqlClient, WorkLimit } from "./http/sparql-client.ts";
import { endpointLabelSearch } from "./label-search/endpoint-label-search.ts";
import { RowReader } from "./row-reader.ts";
import { attributeFacts, relationFacts, someMembers, summarizeSet } from "./set-facts.ts";
import { type Endpoint, SetReader } from "./set-reader.ts";

/** Lifetime of cached answers. */
const FRESH_MILLISECONDS = 10 * 60_000;
/** Number of cached sets. */
const KEPT = 500;

/** The triple-store port over the SPARQL protocol. Answers are cached in memory, bounded, until the data version changes or for ten minutes. */
export class EndpointStore implements TripleStore {
  readonly target: StoreTarget;
  readonly policyKey?: string;
  readonly vocabulary: Vocabulary;
  readonly labelSearch: LabelSearch;
  readonly #client: SparqlClient;
  readonly #options: EndpointOptions;
  readonly #endpoint: Endpoint;
  readonly #closing = new AbortController();
  #version: string | undefined;

  constructor(
    client: SparqlClient,
    engine: EndpointEngine,
    vocabulary: Vocabulary,
    options: EndpointOptions,
  ) {
    const url = new URL(client.address.url);
    const { privacy = {} } = options;
    const policy = hasNoRules(privacy) ? undefined : privacyKey(privacy);
    if (policy !== undefined) this.policyKey = policy;
    this.target = {
      name: options.name ?? url.hostname,
      key: createHash("sha256")
        .update(
          JSON.stringify([
            url.href,
            options.defaultGraphs ?? [],
            options.namedGraphs ?? [],
            ...(policy === undefined ? [] : [policy]),
          ]),
        )
        .digest("hex")
        .slice(0, 32),
      engine: engine.name,
    };
    this.vocabulary = vocabulary;
    this.#client = client;
    this.#options = options;
    this.#endpoint = {
      reader: new RowReader(client),
      vocabulary,
      dialect: engine.dialect,
      sets: new RecentValues(KEPT),
      subclasses: new RecentValues(KEPT),
    };
    this.labelSearch = endpointLabelSearch(
      options.labelSearch ?? "auto",
      engine.name,
      (bounds) => this.#begin(bounds),
      (address, limit) => this.#client.send(address, limit),
      options.searchUrl,
    );
  }

  /** `Last-Modified` if the server sends it with answers; a new version every ten minutes in any case. */
  async dataVersion(bounds: StoreBounds): Promise<string> {
    await this.#client.ask("ASK { }", this.#begin(bounds).limit);
    const version = `${this.#client.lastModified ?? ""} ${Math.floor(Date.now() / FRESH_MILLISECONDS)}`;
    if (this.#version !== undefined && this.#version !== version) {
      this.#endpoint.sets.clear();
      this.#endpoint.subclasses.clear();
    }
    this.#version = version;
    return version;
  }

  async summarize(...[program, { sample }, bounds]: Parameters<TripleStore["summarize"]>) {
    return summarizeSet(program, sample, this.#begin(bounds));
  }

  async members(...[program, options, bounds]: Parameters<TripleStore["members"]>) {
    const sets = this.#begin(bounds);
    return someMembers(await sets.reduced(program), options.limit, sets);
  }

  async relations(...[program, bounds]: Parameters<TripleStore["relations"]>) {
    return relationFacts(program, this.#begin(bounds));
  }

  async attributes(...[program, bounds]: Parameters<TripleStore["attributes"]>) {
    return attributeFacts(program, this.#begin(bounds));
  }

  async labels(...[terms, bounds]: Parameters<TripleStore["labels"]>) {
    return labelsOf(terms, this.#begin(bounds));
  }

  async facts(...[terms, { valuesPerPredicate }, bounds]: Parameters<TripleStore["facts"]>) {
    return factsOf(terms, valuesPerPredicate, this.#begin(bounds));
  }

  async paths(...[from, to, { maxSteps }, bounds]: Parameters<TripleStore["paths"]>) {
    return shortestWays(from, to, maxSteps, this.#begin(bounds), this.#client);
  }

  async schema(bounds: StoreBounds): Promise<GraphSchema> {
    return graphSchema(this.#begin(bounds));
  }

  async query(...[sparql, { maxRows }, bounds]: Parameters<TripleStore["query"]>): Promise<QueryResult> {
    const { limit } = this.#begin(bounds);
    const graphs = [...(this.#options.defaultGraphs ?? []), ...(this.#options.namedGraphs ?? [])];
    const admitted = admitQuery(sparql, { prefixes: this.vocabulary.prefixes, graphs });
    const { text, counting } = boundedQuery(admitted, maxRows + 1);
    const { variables, rows, rowLimit } = await this.#client.ask(text, limit);
    if (admitted.form === "ask")
      return { variables: ["answer"], rows: [[asBoolean(rows)]], truncated: false };
    if (rows.length > maxRows) return { variables, rows: rows.slice(0, maxRows), truncated: true };
    const whole = await this.#endpoint.reader.isWhole(rows.length, rowLimit, limit);
    if (whole) return { variables, rows, truncated: false };
    // If it cannot be counted, a result as long as the engine's limit counts as truncated.
    const counted = counting === undefined ? undefined : await this.#client.ask(counting, limit);
    return {
      variables,
      rows,
      truncated: counted === undefined || numberIn(counted.rows[0]?.[0]) > rows.length,
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }

  #begin(bounds: StoreBounds): SetReader {
    const limit = new WorkLimit(bounds, this.#closing.signal);
    limit.throwIfOver();
    return new SetReader(this.#endpoint, limit);
  }
}

/** Virtuoso answers an ASK with a row of 0 or 1. */
function asBoolean(rows: QueryResult["rows"]) {
  const value = rows[0]?.[0];
  const isTrue = value?.kind === "literal" && (value.value === "true" || value.value === "1");
  return booleanTerm(isTrue);
}
