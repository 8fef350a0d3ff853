import { type ErrorCode, FuxiError } from "../../../../errors/fuxi-error.ts";

import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { classifySqliteComplaint } from "./sqlite-error-classifier.ts";
import type { SqliteComplaint, SqliteWorkerReply } from "./sqlite-worker-messages.ts";

interface FileFailure {
  readonly code: ErrorCode;
  readonly message: (name: string) => string;
  readonly hint: string;
}

const CORRUPT: FileFailure = {
  code: "target-corrupt",
  message: (name) => `${name} is damaged: SQLite cannot read its content.`,
  hint: "Restore it from a copy, or recover what is left with `sqlite3 FILE .recover`.",
};
const UNREADABLE: FileFailure = {
  code: "target-denied",
  message: (name) => `${name} cannot be opened for reading.`,
  hint: "Check the permissions of the file and its folder; a database in WAL mode also needs its -wal and -shm files.",
};
const LOCKED: FileFailure = {
  code: "target-locked",
  message: (name) => `${name} is locked by another process.`,
  hint: "Wait until the other process has finished writing, or work on a copy.",
};

/** Primary result codes that are about the file and not about the statement. */
const FILE_FAILURES: Readonly<Record<number, FileFailure>> = {
  5: LOCKED,
  6: LOCKED,
  15: LOCKED,
  11: CORRUPT,
  14: UNREADABLE,
  3: UNREADABLE,
  10: {
    code: "engine-unavailable",
    message: (name) => `The disk refused while SQLite read ${name}.`,
    hint: "Check the disk or the network folder, then try again.",
  },
  26: {
    code: "target-corrupt",
    message: (name) => `${name} is not a SQLite database (or it is encrypted).`,
    hint: "Name a SQLite file; text files such as CSV are not databases.",
  },
};

/** A writer died in the middle of a transaction; only a writer may undo it. */
const HOT_JOURNAL: FileFailure = {
  code: "target-locked",
  message: (name) => `${name} holds an unfinished transaction of a program that died.`,
  hint: "Open it once for writing, for example with `sqlite3 FILE 'select 1 from sqlite_master'`, which undoes the rest.",
};
const READ_ONLY_ROLLBACK = 776;
const READ_ONLY_RECOVERY = 264;

/** The error for what a worker said about a file or a statement. `name` is the file's name without its folder. */
export function sqliteFailure(complaint: SqliteComplaint, name: string, sql: string | undefined): FuxiError {
  const code = complaint.resultCode ?? 0;
  const failure =
    code === READ_ONLY_ROLLBACK || code === READ_ONLY_RECOVERY ? HOT_JOURNAL : FILE_FAILURES[code & 0xff];
  if (failure) return new FuxiError(failure.code, failure.message(name), { hint: failure.hint });
  if (sql !== undefined) return new SqlEngineError(classifySqliteComplaint(complaint, sql));
  return new FuxiError("target-corrupt", `${name} cannot be read: ${complaint.message}.`, {
    hint: CORRUPT.hint,
  });
}

export function sqliteOpenFailure(reply: SqliteWorkerReply, name: string): FuxiError {
  const complaint = reply.kind === "complaint" ? reply.value : { message: "unexpected reply" };
  return sqliteFailure(complaint, name, undefined);
}
