import { Worker } from "node:worker_threads";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { workerThread } from "../../../../../util/worker-thread.ts";
import type { QueryResult, TripleStore } from "../../../triple-store/triple-store.ts";
import {
  type StoreErrorFacts,
  storeError,
  TripleStoreError,
} from "../../../triple-store/triple-store-error.ts";

import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { ParsedQuery } from "./embedded-query.ts";
import { tooMuchKept } from "./query-context.ts";

/** An admitted query, as sent to the worker. */
export interface QueryRequest {
  readonly parsed: ParsedQuery;
  readonly maxRows: number;
}

export type QueryReply =
  | { readonly result: QueryResult }
  | { readonly fault: { readonly facts: StoreErrorFacts; readonly hint?: string } }
  | { readonly defect: string };

/** Heap of the worker: twice the memory that `KeptMemory` lets a query store (new terms, sorted, grouped or joined solutions). */
const HEAP_MEGABYTES = 1024;
const MAIN = new URL(`./query-worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** SPARQL over a table, with the worker that runs it. */
export interface TableQuery {
  readonly query: TripleStore["query"];
  close(): Promise<void>;
}

/**
 * `TripleStore.query` over the memory of a table (`encodeTable`). The query is admitted or refused as on an endpoint, then run by a worker that
 * shares the table's memory. A query that runs too long is stopped by ending the worker. The first query starts the worker.
 */
export function tableQuery(
  bytes: Uint8Array,
  { prefixes }: Vocabulary,
  heapMegabytes = HEAP_MEGABYTES,
): TableQuery {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes };
  const options = { workerData: bytes, env: {}, argv: [], execArgv: [], resourceLimits };
  const thread = workerThread<QueryRequest, QueryReply>(() => new Worker(MAIN, options));
  return {
    async query(sparql, { maxRows }, bounds) {
      const { admitQuery } = await import("../../../sparql/admit/admit-query.ts");
      const { parsed } = admitQuery(sparql, { prefixes });
      bounds.signal.throwIfAborted();
      const { reply, ended, defect } = await thread.ask({ parsed, maxRows }, bounds);
      if (reply !== undefined) return resultOf(reply);
      if (ended === "time") throw timeLimit(bounds.milliseconds);
      if (ended === "memory") throw tooMuchKept();
      if (ended === "cancelled") throw new FuxiError("cancelled", "The caller cancelled.");
      throw new FuxiError("internal", `The query's worker ended: ${defect}`);
    },
    close: () => thread.close(),
  };
}

function resultOf(reply: QueryReply): QueryResult {
  if ("result" in reply) return reply.result;
  if ("defect" in reply) throw new FuxiError("internal", reply.defect);
  const { facts, hint } = reply.fault;
  throw new TripleStoreError(facts, hint === undefined ? {} : { hint });
}

function timeLimit(milliseconds: number): TripleStoreError {
  return storeError("time-limit", `The query ran over its limit of ${milliseconds} ms.`, {
    hint: "Join by shared variables, filter earlier, or ask for less with LIMIT in a sub-select.",
  });
}
