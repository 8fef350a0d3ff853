import { FuxiError } from "../../../../errors/fuxi-error.ts";
import {
  type EngineErrorFacts,
  type EngineErrorKind,
  type FileFailures,
  fileFailure,
  knownFacts,
  meaningOf,
  nameAt,
  onlyPlaceOf,
  type Sorted,
  SqlEngineError,
  utf16Offset,
} from "../../driver/sql-engine-error.ts";

/** An error of the engine about a file or a statement, with its fields. */
interface DuckdbComplaint {
  /** "Parser", "Binder", "Catalog", "IO", …; empty if the engine reports none. */
  readonly type: string;
  readonly message: string;
  readonly subtype?: string;
  /** The kind of object named: "Table", "Scalar Function", … */
  readonly nameOf?: string;
  readonly name?: string;
  /** Byte offset in the statement as UTF-8. */
  readonly position?: string;
}

/** Reads the binding's error: the engine's own JSON fields if there are any, else its sentence. */
function complaintOf(error: unknown): DuckdbComplaint {
  const text = error instanceof Error ? error.message : String(error);
  // A sentence may stand before the fields: "Failed to extract statements: Parser Error: {…".
  const start = text.indexOf('{"exception_type"');
  const fields = start < 0 ? undefined : parsedFields(text.slice(start));
  if (fields !== undefined) {
    const { exception_type: type = "", exception_message: message = text, ...rest } = fields;
    const { error_subtype: subtype, type: nameOf, name, position } = rest;
    return { type, message, subtype, nameOf, name, position } as DuckdbComplaint;
  }
  const [, type = "", message = text] =
    /^(?:Failed to \w+ \w+: )?([A-Z][\w /-]*?) Error: (.*)$/su.exec(text) ?? [];
  return { type, message };
}

function parsedFields(json: string): Readonly<Partial<Record<string, string>>> | undefined {
  try {
    return JSON.parse(json) as Readonly<Record<string, string>>;
  } catch {
    return undefined;
  }
}

/** Kinds by the fields `type|subtype|kind of object|name|`, followed by the sentence if several kinds share the fields. */
const FIELDS: Sorted<EngineErrorKind> = [
  // A backtick is an operator to the engine.
  [/^Catalog\|MISSING_ENTRY\|[^|]*\|`/u, "syntax"],
  [/^Catalog\|MISSING_ENTRY\|[^|]*(?:Function|Macro)/u, "unknown-function"],
  [/^Catalog\|MISSING_ENTRY\|Type\|/u, "type-mismatch"],
  [/^Catalog\|MISSING_ENTRY\|/u, "unknown-table"],
  [/^Parser\|SYNTAX_ERROR\|/u, "syntax"],
  [/^Binder\|COLUMN_NOT_FOUND\|/u, "unknown-column"],
  [/^Binder\|NO_MATCHING_FUNCTION\|[^|]*\|\w+\|$/u, "unknown-function"],
  // `text + 1` lacks an operator: the types are wrong.
  [/^Binder\|NO_MATCHING_FUNCTION\|/u, "type-mismatch"],
];

const TYPES: Sorted<EngineErrorKind> = [
  [/^(?:Parser|Syntax)$/u, "syntax"],
  [/^(?:Conversion|Mismatch Type|Out of Range)$/u, "type-mismatch"],
  [/^Out of Memory$/u, "too-large"],
  [/^Permission$/u, "not-read-only"],
  [/^Interrupt$/u, "time-limit"],
];

/** Kinds by sentence. Group 1 is the name, and `column` what stands behind it. */
const SENTENCES: Sorted<EngineErrorKind> = [
  [/VALUES lists must all be the same length/u, "column-count-mismatch"],
  [
    /same number of result columns|Subquery returns \d+ columns? - expected|must have the same number of/u,
    "column-count-mismatch",
  ],
  [/^(?:Table|Values list) "([^"]+)" does not have a column named "(?<column>[^"]+)"/u, "unknown-column"],
  [/^Referenced table "([^"]+)" not found/u, "unknown-column"],
  [/^Referenced column "?([^" ]+)"? (?:was )?not found/u, "unknown-column"],
  [
    /^Column (?:with name )?"?([^" ]+)"? (?:in \w+ list )?(?:not found|does not exist|referenced)/u,
    "unknown-column",
  ],
  [/^Column "([^"]+)" was selected but was not found/u, "unknown-column"],
  [/^Could not find key "([^"]+)" in struct/u, "unknown-column"],
  [/^Table with name "?([^"]+?)"? does not exist/u, "unknown-table"],
  [/^(?:Catalog|Schema) (?:with name )?"?([^" ]+)"? does not exist/u, "unknown-table"],
  [/^Ambiguous reference to (?:column name|table) "([^"]+)"/u, "ambiguous-column"],
  [
    /^(?:(?:Table|Scalar|Aggregate|Window|Macro) )?(?:Table )?(?:Macro )?Function with name "?([^" ]+)"? (?:does not exist|is not in the catalog)/u,
    "unknown-function",
  ],
  [/^Could not choose a best candidate function/u, "type-mismatch"],
  [/^column "?([^"]+?)"? must appear in the GROUP BY clause/u, "aggregate-misuse"],
  [
    /cannot contain (?:aggregates|window functions)|calls cannot be nested|aggregate function calls|window function calls|only applicable to aggregate functions|not allowed in (?:WHERE|GROUP)/u,
    "aggregate-misuse",
  ],
  [
    /^Cannot (?:compare|concatenate|mix|deduce)|explicit cast|Could not convert|cannot be cast|Unimplemented type for cast|Could not parse string|Malformed JSON/u,
    "type-mismatch",
  ],
  [
    /attached in read-only mode|read-only mode|operations are disabled|has been locked|disabled (?:by|through) configuration/u,
    "not-read-only",
  ],
  [
    /Max(?:imum)? (?:expression|recursion) depth|too (?:large|many|long)|exceeds? (?:the )?(?:limit|maximum)/u,
    "too-large",
  ],
];

/** Kinds whose advice needs the name. */
const NAMING = /^(?:unknown-(?:table|column|function)|ambiguous-column|aggregate-misuse)$/u;
/** Errors of COLUMNS and of `* LIKE`; the first group is a regular expression. */
const NO_COLUMN_MATCHES =
  /^No matching columns found that match regex "(.*)"$|^Star expression .* resulted in an empty set of columns$/u;

function classifyDuckdbComplaint(complaint: DuckdbComplaint, sql: string): EngineErrorFacts {
  const { type, subtype, nameOf = "", name, message } = complaint;
  const engineMessage = (message.split("\n")[0] ?? "").replace(/[!.]$/u, "");
  if (NO_COLUMN_MATCHES.test(engineMessage)) return { kind: "unknown-column", engineMessage };
  const fields = [type, subtype, nameOf, name ?? "", ""].join("|");
  const kind =
    meaningOf(FIELDS, fields) ?? meaningOf(SENTENCES, message) ?? meaningOf(TYPES, type) ?? "other";
  const match = SENTENCES.find(([says]) => says.test(message))?.[0].exec(message);
  const column = match?.groups?.["column"];
  const named = name ?? (column === undefined ? match?.[1] : `${match?.[1]}.${column}`);
  const offset = offsetOf(complaint, sql);
  const identifier = NAMING.test(kind) ? writtenAs(named, sql, offset) : undefined;
  return knownFacts({ kind, engineMessage, identifier, offset: offset ?? onlyPlaceOf(identifier, sql) });
}

/** The name as written at the engine's offset, with its qualifiers. */
function writtenAs(named: string | undefined, sql: string, offset: number | undefined): string | undefined {
  const written = nameAt(sql, offset);
  return named !== undefined && written?.toLowerCase().includes(named.toLowerCase()) ? written : named;
}

/** The engine's parser counts characters; later stages count bytes. */
function offsetOf({ type, position }: DuckdbComplaint, sql: string): number | undefined {
  if (position === undefined) return undefined;
  if (type === "Parser") return utf16Offset(sql, Number(position));
  return Buffer.from(sql).subarray(0, Number(position)).toString().length;
}

/** Errors of opening or reading the file. */
const FILE_FAILURES: FileFailures = [
  [
    /Could not set lock on file|being used by another process|Conflicting lock/u,
    "target-locked",
    "{file} is open for writing in another process.",
    "DuckDB lets nobody read a file while somebody may write to it: close the other program, or work on a copy of the file.",
  ],
  [
    // The engine replays the write-ahead log when it opens a file, and some logs fail read-only.
    /replaying WAL/u,
    "target-locked",
    "{file} holds changes of a program that did not close it in order.",
    "Open it once for writing, for example with `duckdb FILE -c CHECKPOINT`, which completes them.",
  ],
  [
    /database file with version number|newer version of DuckDB|storage version|Serialization Error/iu,
    "target-not-supported",
    "{file} was written by another version of DuckDB than the one that is installed.",
    "Update @duckdb/node-api, or write the database anew with EXPORT DATABASE there and IMPORT DATABASE here.",
  ],
  [
    /encrypt|decrypt/iu,
    "target-denied",
    "{file} is encrypted.",
    "Fuxi has no key for it: make a copy that is not encrypted, with ATTACH and COPY FROM DATABASE.",
  ],
  [
    /not a valid DuckDB database file|Extension .*_scanner/u,
    "target-corrupt",
    "{file} is not a DuckDB database.",
    "Name a file that DuckDB made; SQLite and CSV files are opened under their own names.",
  ],
  [
    /Permission denied/u,
    "target-denied",
    "{file} cannot be opened for reading.",
    "Check the permissions of the file and of its .wal file.",
  ],
  [
    /checksum|corrupt|Could not read (?:enough|all) bytes|Failed to (?:load|deserialize)|Invalidated/iu,
    "target-corrupt",
    "{file} is damaged: DuckDB cannot read its content.",
    "Restore it from a copy.",
  ],
];

/** The error for an exception of the binding about a file or a statement. */
export function duckdbFailure(
  error: unknown,
  file: { readonly name: string; readonly path: string },
  sql: string | undefined,
): FuxiError {
  const complaint = complaintOf(error);
  const isOfFile = sql === undefined || /^(?:IO|FATAL|Serialization)$/u.test(complaint.type);
  const failure = isOfFile ? fileFailure(FILE_FAILURES, complaint.message, file.name) : undefined;
  if (failure !== undefined) return failure;
  const message = complaint.message.replaceAll(file.path, file.name);
  if (sql !== undefined) return new SqlEngineError(classifyDuckdbComplaint({ ...complaint, message }, sql));
  return new FuxiError("target-corrupt", `${file.name} cannot be read: ${message.split("\n")[0]}`, {
    hint: "Restore it from a copy, or open it with the program that made it.",
  });
}

/** The error for a text that the engine's parser rejects, from the message in place of a tree. */
export function duckdbSyntaxError(
  message: string,
  position: string | undefined,
  sql: string,
): SqlEngineError {
  const complaint = { type: "Parser", message, ...(position === undefined ? {} : { position }) };
  return new SqlEngineError(classifyDuckdbComplaint(complaint, sql));
}
