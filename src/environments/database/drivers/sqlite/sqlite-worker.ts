import { Worker } from "node:worker_threads";
import type { EngineRestrictions } from "../../driver/sql-driver.ts";
import { authorizeCheck, authorizeReading } from "./sqlite-authorizer.ts";
import { faultsOf } from "./sqlite-faults.ts";
import { openReadOnly } from "./sqlite-open-read-only.ts";
import { readRows } from "./sqlite-read-rows.ts";
import { readSchema } from "./sqlite-read-schema.ts";
import type { SqliteComplaint, SqliteWorkerReply, SqliteWorkerRequest } from "./sqlite-worker-messages.ts";

/**
 * Main file of a worker process: opens the database named by its first argument and answers requests until the parent disconnects.
 * The parent stops a running statement by killing this process; nothing else stops one in `node:sqlite`.
 */
function main(path: string, busyMilliseconds: number): void {
  process.once("disconnect", () => process.exit());
  try {
    const database = openReadOnly(path, busyMilliseconds);
    database.setAuthorizer(authorizeReading(false));
    let restrictions: string | undefined;
    process.on("message", (request: SqliteWorkerRequest) => reply(answer(request)));
    reply({ kind: "ready", engineVersion: process.versions.sqlite ?? "" });

    function guard(wanted: EngineRestrictions | undefined): void {
      const key = wanted && JSON.stringify(wanted);
      if (key === restrictions) return;
      restrictions = key;
      database.setAuthorizer(authorizeReading(false, wanted));
    }

    /** SQLite compiles against the schema that it remembers, and notices another process's changes only when a statement is run. */
    function seeSchemaAsItIs(): void {
      guard(undefined);
      database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
    }

    function answer(request: SqliteWorkerRequest): SqliteWorkerReply {
      try {
        if (request.kind === "introspect") {
          database.setAuthorizer(authorizeReading(true));
          try {
            return { kind: "tables", value: readSchema(database) };
          } finally {
            restrictions = undefined;
            database.setAuthorizer(authorizeReading(false));
          }
        }
        if (request.kind === "check") {
          database.setAuthorizer(authorizeCheck);
          try {
            return { kind: "checked", value: faultsOf(database) };
          } finally {
            restrictions = undefined;
            database.setAuthorizer(authorizeReading(false));
          }
        }
        if (request.kind === "compile") seeSchemaAsItIs();
        guard(request.restrictions);
        const statement = database.prepare(request.sql);
        const columns = statement
          .columns()
          .map(({ name, table, column, type }) => ({ name, table, column, type }));
        // VACUUM is judged by the authorizer only while it runs, so what yields no columns is not run at all.
        if (columns.length === 0) return { kind: "not-a-query" };
        if (request.kind === "compile") return { kind: "columns", value: columns };
        return {
          kind: "rows",
          value: { columns, ...readRows(statement, request.parameters, request.bounds) },
        };
      } catch (error) {
        return { kind: "complaint", value: complaint(error) };
      }
    }
  } catch (error) {
    reply({ kind: "complaint", value: complaint(error) });
  }
  endWithParent();
}

function reply(message: SqliteWorkerReply): void {
  process.send?.(message);
}

function complaint(error: unknown): SqliteComplaint {
  const { message, errcode } = error as { message?: string; errcode?: number };
  return { message: message ?? String(error), ...(errcode === undefined ? {} : { resultCode: errcode }) };
}

/** A running statement keeps the main thread from noticing that the parent died: a second thread looks after that. */
function endWithParent(): void {
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, "SIGKILL"), 500)`;
  new Worker(watch, { eval: true, stdin: false }).unref();
}

main(process.argv[2] ?? "", Number(process.argv[3]));
