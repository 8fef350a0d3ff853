import { Worker } from "node:worker_threads";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../util/import-optional.ts";
import { duckdbComplaint } from "./duckdb-complaint.ts";
import type { DuckdbOpening, DuckdbWorkerReply, DuckdbWorkerRequest } from "./duckdb-worker-messages.ts";

/** How often the process looks at its own size: a text of two gigabytes is made in less than a second. */
const WATCH_MILLISECONDS = 50;

/**
 * Main file of a worker process: opens the database named by its first argument and answers requests until the parent disconnects. The
 * engine works in threads of its own, but only ending the process stops every statement for sure.
 */
async function main(opening: DuckdbOpening): Promise<void> {
  process.once("disconnect", () => process.exit());
  endWithParent();
  try {
    const module = await importOptional<typeof import("@duckdb/node-api")>(
      "@duckdb/node-api",
      "to open DuckDB databases",
    );
    const { openDuckdbSession } = await import("./duckdb-session.ts");
    const session = await openDuckdbSession(module, opening);
    watchMemory(opening.memoryBytes);
    process.on("message", async (request: DuckdbWorkerRequest) => {
      const message = await session.answer(request);
      // What a failure leaves unusable is not used again: the parent starts another process.
      const ends = message.kind === "complaint" && !(await session.isUsable());
      reply(message, ends ? () => process.exit() : undefined);
    });
    reply({
      kind: "ready",
      engineVersion: module.version().replace(/^v/u, ""),
      functions: session.functions,
    });
  } catch (error) {
    reply(
      FuxiError.isInstance(error)
        ? { kind: "failed", code: error.code, message: error.message, hint: error.hint }
        : { kind: "complaint", value: duckdbComplaint(error) },
    );
  }
}

function reply(message: DuckdbWorkerReply, then: () => void = () => {}): void {
  process.send?.(message, then);
}

/** The engine's own limit does not count what single values and the reading of rows take. */
function watchMemory(memoryBytes: number): void {
  const before = process.memoryUsage.rss();
  setInterval(() => {
    if (process.memoryUsage.rss() - before > 2 * memoryBytes) process.kill(process.pid, "SIGKILL");
  }, WATCH_MILLISECONDS).unref();
}

/** The parent may die while the main thread reads rows: a second thread looks after that. */
function endWithParent(): void {
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, "SIGKILL"), 500)`;
  new Worker(watch, { eval: true, stdin: false }).unref();
}

await main(JSON.parse(process.argv[2] ?? "{}") as DuckdbOpening);
