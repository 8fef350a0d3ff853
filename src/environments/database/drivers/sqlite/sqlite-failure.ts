import { type ErrorCode, FuxiError } from "../../../../errors/fuxi-error.ts";
import {
  type EngineErrorFacts,
  type EngineErrorKind,
  onlyPlaceOf,
  SqlEngineError,
} from "../../driver/sql-engine-error.ts";
import { sqliteStatementInfo } from "./sqlite-statement-info.ts";
import type { SqliteComplaint, SqliteWorkerReply } from "./sqlite-worker-messages.ts";

/** SQLite gives nearly every complaint about a statement the same code, so its sentences are read. Group 1 is the identifier. */
const SENTENCES: readonly (readonly [RegExp, EngineErrorKind])[] = [
  [/^no such table-valued function: (.+)$/, "unknown-function"],
  [/^no such table: (.+)$/, "unknown-table"],
  [/^no such (?:function|window function): (.+)$/, "unknown-function"],
  [/^'(.+)' is not a function$/, "unknown-function"],
  [/^wrong number of arguments to function (.+)\(\)$/, "unknown-function"],
  [/^too many arguments on (?:function )?(.+?)(?:\(\) - max \d+)?$/, "unknown-function"],
  [/^no such column: (.+?)(?: - should this be a string literal in single-quotes\?)?$/, "unknown-column"],
  [/^cannot join using column (.+) - column not present in both tables$/, "unknown-column"],
  [/^ambiguous column name: (.+)$/, "ambiguous-column"],
  [/^ambiguous reference to (.+) in USING\(\)$/, "ambiguous-column"],
  [
    /^misuse of (?:aliased )?(?:aggregate|window function)(?: function)?:? (.+?)(?:\(\))?$/,
    "aggregate-misuse",
  ],
  [/^misuse of aliased (?:aggregate|window function) (.+)$/, "aggregate-misuse"],
  [/^(.+?)(?:\(\))? may not be used as a window function$/, "aggregate-misuse"],
  [
    /^(?:FILTER|ORDER BY|DISTINCT) (?:clause )?may (?:not|only) be used with (?:non-)?aggregate (.+?)(?:\(\))?$/,
    "aggregate-misuse",
  ],
  [
    /^(?:aggregate functions are not allowed|DISTINCT |HAVING clause|FILTER clause|a GROUP BY clause)/,
    "aggregate-misuse",
  ],
  [/number of result columns$/, "column-count-mismatch"],
  [/^sub-select returns \d+ columns? - expected \d+$/, "column-count-mismatch"],
  [/^all VALUES must have the same number of terms$/, "column-count-mismatch"],
  [/^IN\(\.\.\.\) element has \d+ terms? - expected \d+$/, "column-count-mismatch"],
  [/^row value misused$/, "column-count-mismatch"],
  [/^table (.+) has \d+ values for \d+ columns$/, "column-count-mismatch"],
  [/syntax error$/, "syntax"],
  [/^unrecognized token: /, "syntax"],
  [
    /^(?:incomplete input|no tables specified|unsupported .*|The SQL query contains no statements\.)$/,
    "syntax",
  ],
  [/^not authorized to use function: (.+)$/, "not-read-only"],
  [/^(?:not authorized|access to .+ is prohibited|authorization denied)/, "not-read-only"],
  [/^attempt to write a readonly database/, "not-read-only"],
  [/^datatype mismatch/, "type-mismatch"],
  [/^(?:integer overflow|malformed JSON|bad JSON path|JSON cannot hold BLOB values)/, "type-mismatch"],
  [
    /^(?:string or blob too big|too many |Expression tree is too large|parser stack overflow|out of memory)/,
    "too-large",
  ],
  [/^LIKE or GLOB pattern too complex/, "too-large"],
];

const RESULT_KINDS: Readonly<Record<number, EngineErrorKind>> = {
  7: "too-large",
  8: "not-read-only",
  9: "time-limit",
  18: "too-large",
  20: "type-mismatch",
  23: "not-read-only",
};

function classifySqliteComplaint(complaint: SqliteComplaint, sql: string): EngineErrorFacts {
  const engineMessage = complaint.message;
  for (const [sentence, kind] of SENTENCES) {
    const match = sentence.exec(engineMessage);
    if (match === null) continue;
    const identifier = match[1]?.replace(/^"(.*)"$/, "$1");
    const offset =
      identifier === undefined
        ? kind === "syntax"
          ? sqliteStatementInfo(sql).syntaxError?.offset
          : undefined
        : onlyPlaceOf(identifier, sql);
    return {
      kind,
      engineMessage,
      ...(identifier === undefined ? {} : { identifier }),
      ...(offset === undefined ? {} : { offset }),
    };
  }
  return { kind: RESULT_KINDS[(complaint.resultCode ?? 0) & 0xff] ?? "other", engineMessage };
}

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
