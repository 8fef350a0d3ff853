import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../util/import-optional.ts";
import { endWithParent } from "../../driver/end-with-parent.ts";
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
    const limit = watchMemory(opening.memoryBytes);
    process.on("message", async (request: DuckdbWorkerRequest) => {
      const message = await Promise.race([session.answer(request), limit]);
      const isLast = message.kind === "complaint" && !(await session.isUsable());
      reply(isLast ? { ...message, isLast } : message);
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

function reply(message: DuckdbWorkerReply): void {
  process.send?.(message);
}

/** The engine's own limit does not count what single values and the reading of rows take. */
function watchMemory(memoryBytes: number): Promise<DuckdbWorkerReply> {
  const before = process.memoryUsage.rss();
  const limit = Promise.withResolvers<DuckdbWorkerReply>();
  setInterval(() => {
    if (process.memoryUsage.rss() - before > 2 * memoryBytes)
      limit.resolve({
        kind: "refused",
        value: { kind: "too-large", engineMessage: "The statement needs more memory than it may have." },
        isLast: true,
      });
  }, WATCH_MILLISECONDS).unref();
  return limit.promise;
}

await main(JSON.parse(process.argv[2] ?? "{}") as DuckdbOpening);
