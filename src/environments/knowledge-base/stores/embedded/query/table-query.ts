import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { QueryResult, TripleStore } from "../../../triple-store/triple-store.ts";
import {
  type StoreBounds,
  type StoreErrorFacts,
  storeError,
  TripleStoreError,
} from "../../../triple-store/triple-store-error.ts";

import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { ParsedQuery } from "./embedded-query.ts";
import { tooMuchKept } from "./query-context.ts";

/** An admitted query, as the worker gets it. */
export interface QueryRequest {
  readonly parsed: ParsedQuery;
  readonly maxRows: number;
}

export type QueryReply =
  | { readonly result: QueryResult }
  | { readonly fault: { readonly facts: StoreErrorFacts; readonly hint?: string } }
  | { readonly defect: string };

/** Twice what a query may keep: terms it makes, solutions that it sorts, groups or joins (`KeptMemory`). */
const HEAP_MEGABYTES = 1024;

/** SPARQL over a table, with the worker that runs it. */
export interface TableQuery {
  readonly query: TripleStore["query"];
  close(): Promise<void>;
}

/**
 * `TripleStore.query` over the memory of a table (`encodeTable`). The text is admitted or refused as on an endpoint, then run by a worker that shares the table's memory: whatever
 * runs too long is stopped by ending the worker. It is started with the first query.
 */
export function tableQuery(
  bytes: Uint8Array,
  { prefixes }: Vocabulary,
  heapMegabytes = HEAP_MEGABYTES,
): TableQuery {
  let idle: Worker | undefined;
  return {
    async query(sparql, { maxRows }, bounds) {
      const { admitQuery } = await import("../../../sparql/admit/admit-query.ts");
      const { parsed } = admitQuery(sparql, { prefixes });
      bounds.signal.throwIfAborted();
      const worker = idle ?? startWorker(bytes, heapMegabytes);
      idle = undefined;
      const { reply, reusable } = await answer(worker, { parsed, maxRows }, bounds);
      if (!reusable || idle !== undefined) await worker.terminate();
      else {
        idle = worker;
        worker.unref();
      }
      return reply();
    },
    async close() {
      await idle?.terminate();
      idle = undefined;
    },
  };
}

function startWorker(bytes: Uint8Array, heapMegabytes: number): Worker {
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const worker = new Worker(fileURLToPath(new URL(`./query-worker${extension}`, import.meta.url)), {
    workerData: bytes,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  // An error after the last answer must not end this process.
  return worker.on("error", () => undefined);
}

interface Answer {
  /** @throws TripleStoreError, or FuxiError `cancelled` or `internal` */
  readonly reply: () => QueryResult;
  readonly reusable: boolean;
}

function answer(worker: Worker, request: QueryRequest, bounds: StoreBounds): Promise<Answer> {
  const { milliseconds, signal } = bounds;
  return new Promise((resolve) => {
    const stop = (error: FuxiError) =>
      done({
        reply: () => {
          throw error;
        },
        reusable: false,
      });
    const late = setTimeout(() => stop(timeLimit(milliseconds)), milliseconds);
    const abort = () => stop(new FuxiError("cancelled", "The caller cancelled."));
    const message = (reply: QueryReply) => done({ reply: () => resultOf(reply), reusable: true });
    const died = (cause: NodeJS.ErrnoException) => {
      const isFull = cause.code === "ERR_WORKER_OUT_OF_MEMORY";
      stop(isFull ? tooMuchKept() : new FuxiError("internal", "The query's worker ended.", { cause }));
    };
    const done = (outcome: Answer) => {
      clearTimeout(late);
      signal.removeEventListener("abort", abort);
      worker.off("message", message).off("error", died);
      resolve(outcome);
    };
    signal.addEventListener("abort", abort);
    worker.on("message", message).on("error", died).ref();
    worker.postMessage(request);
  });
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
