import { type ErrorCode, FuxiError } from "../../../../errors/fuxi-error.ts";

import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { classifyDuckdbComplaint } from "./duckdb-error-classifier.ts";
import type { DuckdbComplaint, DuckdbWorkerReply } from "./duckdb-worker-messages.ts";

interface DuckdbFile {
  readonly name: string;
  readonly path: string;
}

/** What the engine says when it cannot open or read the file. */
const FILE_FAILURES: readonly {
  readonly says: RegExp;
  readonly code: ErrorCode;
  readonly message: (name: string) => string;
  readonly hint: string;
}[] = [
  {
    says: /Could not set lock on file|being used by another process|Conflicting lock/u,
    code: "target-locked",
    message: (name) => `${name} is open for writing in another process.`,
    hint: "DuckDB lets nobody read a file while somebody may write to it: close the other program, or work on a copy of the file.",
  },
  {
    // The engine replays the log of changes when it opens a file, and fails on some of them where it may not write.
    says: /replaying WAL/u,
    code: "target-locked",
    message: (name) => `${name} holds changes of a program that did not close it in order.`,
    hint: "Open it once for writing, for example with `duckdb FILE -c CHECKPOINT`, which completes them.",
  },
  {
    says: /database file with version number|newer version of DuckDB|storage version|Serialization Error/iu,
    code: "target-not-supported",
    message: (name) => `${name} was written by another version of DuckDB than the one that is installed.`,
    hint: "Update @duckdb/node-api, or write the database anew with EXPORT DATABASE there and IMPORT DATABASE here.",
  },
  {
    says: /encrypt|decrypt/iu,
    code: "target-denied",
    message: (name) => `${name} is encrypted.`,
    hint: "Fuxi has no key for it: make a copy that is not encrypted, with ATTACH and COPY FROM DATABASE.",
  },
  {
    says: /not a valid DuckDB database file|Extension .*_scanner/u,
    code: "target-corrupt",
    message: (name) => `${name} is not a DuckDB database.`,
    hint: "Name a file that DuckDB made; SQLite and CSV files are opened under their own names.",
  },
  {
    says: /Permission denied/u,
    code: "target-denied",
    message: (name) => `${name} cannot be opened for reading.`,
    hint: "Check the permissions of the file and of its .wal file.",
  },
  {
    says: /checksum|corrupt|Could not read (?:enough|all) bytes|Failed to (?:load|deserialize)|Invalidated/iu,
    code: "target-corrupt",
    message: (name) => `${name} is damaged: DuckDB cannot read its content.`,
    hint: "Restore it from a copy.",
  },
];

/** The error for what a worker said about a file or a statement. */
export function duckdbFailure(
  complaint: DuckdbComplaint,
  file: DuckdbFile,
  sql: string | undefined,
): FuxiError {
  const isOfFile = sql === undefined || ["IO", "FATAL", "Serialization"].includes(complaint.type);
  const failure = isOfFile ? FILE_FAILURES.find(({ says }) => says.test(complaint.message)) : undefined;
  if (failure !== undefined)
    return new FuxiError(failure.code, failure.message(file.name), { hint: failure.hint });
  const shown = { ...complaint, message: complaint.message.replaceAll(file.path, file.name) };
  if (sql !== undefined) return new SqlEngineError(classifyDuckdbComplaint(shown, sql));
  return new FuxiError("target-corrupt", `${file.name} cannot be read: ${shown.message.split("\n")[0]}`, {
    hint: "Restore it from a copy, or open it with the program that made it.",
  });
}

export function duckdbOpenFailure(reply: DuckdbWorkerReply, name: string, path: string): FuxiError {
  if (reply.kind === "failed")
    return new FuxiError(reply.code, reply.message, reply.hint === undefined ? {} : { hint: reply.hint });
  const complaint = reply.kind === "complaint" ? reply.value : { type: "", message: "unexpected reply" };
  return duckdbFailure(complaint, { name, path }, undefined);
}
