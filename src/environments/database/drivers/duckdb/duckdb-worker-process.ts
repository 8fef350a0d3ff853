import { WorkerProcess } from "../../driver/worker-process.ts";
import type { DuckdbOpening, DuckdbWorkerReply, DuckdbWorkerRequest } from "./duckdb-worker-messages.ts";

/** A process with one read-only instance of the engine on the file. */
export function startDuckdbWorker(
  opening: DuckdbOpening,
): WorkerProcess<DuckdbWorkerRequest, DuckdbWorkerReply> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new WorkerProcess({
    engine: "DuckDB",
    file: new URL(`./duckdb-worker.${extension}`, import.meta.url),
    arguments: [JSON.stringify(opening)],
  });
}
