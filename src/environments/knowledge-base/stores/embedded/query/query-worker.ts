import { parentPort, workerData } from "node:worker_threads";
import { TripleStoreError } from "../../../triple-store/triple-store-error.ts";
import { decodeTable } from "../table/table-file.ts";
import { embeddedQuery } from "./embedded-query.ts";
import type { QueryReply, QueryRequest } from "./table-query.ts";

/** Main file of a worker thread: runs one query after another over the table whose memory it shares. */
const stored = decodeTable(workerData as Uint8Array);

parentPort?.on("message", (request: QueryRequest) => {
  parentPort?.postMessage(replyTo(request));
});
parentPort?.postMessage("ready");

function replyTo({ parsed, maxRows }: QueryRequest): QueryReply {
  try {
    if (stored === undefined) return { defect: "The table could not be shared with the query's worker." };
    return { result: embeddedQuery(stored.table, parsed, maxRows) };
  } catch (error) {
    if (!(error instanceof TripleStoreError)) {
      return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    const { facts, hint } = error;
    return { fault: { facts, ...(hint === undefined ? {} : { hint }) } };
  }
}
