import { FuxiError } from "../../../../errors/fuxi-error.ts";
import {
  type EngineErrorFacts,
  type EngineErrorKind,
  type FileFailures,
  fileFailure,
  knownFacts,
  meaningOf,
  onlyPlaceOf,
  type Sorted,
  SqlEngineError,
} from "../../driver/sql-engine-error.ts";
import { sqliteStatementInfo } from "./sqlite-privacy.ts";

/** SQLite gives nearly every complaint about a statement the same code, so its sentences are read. Group 1 is the identifier. */
const SENTENCES: Sorted<EngineErrorKind> = [
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

/** Kinds by the primary result code. */
const RESULT_KINDS: Sorted<EngineErrorKind> = [
  [/^(?:7|18)$/, "too-large"],
  [/^(?:8|23)$/, "not-read-only"],
  [/^9$/, "time-limit"],
  [/^20$/, "type-mismatch"],
];

function classifySqliteComplaint(engineMessage: string, code: number, sql: string): EngineErrorFacts {
  const kind = meaningOf(SENTENCES, engineMessage);
  if (kind === undefined)
    return { kind: meaningOf(RESULT_KINDS, String(code & 0xff)) ?? "other", engineMessage };
  const named = SENTENCES.find(([says]) => says.test(engineMessage))?.[0].exec(engineMessage)?.[1];
  const identifier = named?.replace(/^"(.*)"$/, "$1");
  const offset =
    identifier === undefined && kind === "syntax"
      ? sqliteStatementInfo(sql).syntaxError?.offset
      : onlyPlaceOf(identifier, sql);
  return knownFacts({ kind, engineMessage, identifier, offset });
}

const RESTORE = "Restore it from a copy, or recover what is left with `sqlite3 FILE .recover`.";

/** Errors about the file, not the statement, by the extended result code and the primary one. */
const FILE_FAILURES: FileFailures = [
  [
    /^(?:776|264) /,
    // A writer died in mid-transaction; only a writer may roll it back.
    "target-locked",
    "{file} holds an unfinished transaction of a program that died.",
    "Open it once for writing, for example with `sqlite3 FILE 'select 1 from sqlite_master'`, which undoes the rest.",
  ],
  [
    / (?:5|6|15)$/,
    "target-locked",
    "{file} is locked by another process.",
    "Wait until the other process has finished writing, or work on a copy.",
  ],
  [/ 11$/, "target-corrupt", "{file} is damaged: SQLite cannot read its content.", RESTORE],
  [
    / (?:3|14)$/,
    "target-denied",
    "{file} cannot be opened for reading.",
    "Check the permissions of the file and its folder; a database in WAL mode also needs its -wal and -shm files.",
  ],
  [
    / 10$/,
    "engine-unavailable",
    "The disk refused while SQLite read {file}.",
    "Check the disk or the network folder, then try again.",
  ],
  [
    / 26$/,
    "target-corrupt",
    "{file} is not a SQLite database (or it is encrypted).",
    "Name a SQLite file; text files such as CSV are not databases.",
  ],
];

/**
 * The error for an exception of `node:sqlite` about a file or a statement; SQLite's own have its extended result code.
 * @param name the file's name without its folder
 */
export function sqliteFailure(error: unknown, name: string, sql: string | undefined): FuxiError {
  const { message = String(error), errcode: code = 0 } = error as { message?: string; errcode?: number };
  const failure = fileFailure(FILE_FAILURES, `${code} ${code & 0xff}`, name);
  if (failure !== undefined) return failure;
  if (sql !== undefined) return new SqlEngineError(classifySqliteComplaint(message, code, sql));
  return new FuxiError("target-corrupt", `${name} cannot be read: ${message}.`, { hint: RESTORE });
}
