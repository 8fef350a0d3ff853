import { WorkerProcess } from "../../driver/worker-process.ts";
import type { SqliteWorkerReply, SqliteWorkerRequest } from "./sqlite-worker-messages.ts";

/** A process with one read-only connection to the file. */
export function startSqliteWorker(
  path: string,
  busyMilliseconds: number,
): WorkerProcess<SqliteWorkerRequest, SqliteWorkerReply> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new WorkerProcess({
    engine: "SQLite",
    file: new URL(`./sqlite-worker.${extension}`, import.meta.url),
    arguments: [path, String(busyMilliseconds)],
    variables: ["SQLITE_TMPDIR"],
  });
}
