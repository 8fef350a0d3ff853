import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { connectFailure, lostConnection, type TroubleRows } from "../../driver/server-failures.ts";
import {
  type EngineErrorFacts,
  type EngineErrorKind,
  knownFacts,
  meaningOf,
  nameAt,
  type Sorted,
  SqlEngineError,
  unquotedName,
  utf16Offset,
} from "../../driver/sql-engine-error.ts";

const ARRAY = "It is an array: 'x' = ANY (column) tests for an element, unnest(column) gives them as rows.";
const JSON_VALUE = "It is JSON: column->>'key' gives a value as text.";
const RANGE = "It is a range: column @> value tests for one.";

/** Remedies, by the server's code and message. */
const ADVICE: Sorted<string> = [
  [/^42501 /u, "The role may not: name tables, columns and functions that the schema shows, in place of *."],
  [/^55000 .*has not been populated/u, "It has no rows until its owner refreshes it."],
  [/^(?:22P02 .*array literal|42883 .*\[\])/u, ARRAY],
  [/^(?:22P02 .*type json|42883 .*\bjsonb? )/u, JSON_VALUE],
  [/^(?:22P02 .*range literal|42883 .*range )/u, RANGE],
];

/** The fields of an error that the server sent. */
interface PostgresComplaint {
  readonly message: string;
  /** SQLSTATE, five characters. */
  readonly code: string;
  /** 1-based, in characters. */
  readonly position?: string;
}

/** Kinds by the server's code and message. */
const KINDS: Sorted<EngineErrorKind> = [
  [/^42601 .*multiple commands/su, "multiple-statements"],
  [
    /^42601 .*(?:same (?:number of columns|length)|only one column|has too (?:few|many) columns)/su,
    "column-count-mismatch",
  ],
  [/^42601 /u, "syntax"],
  [/^(?:42P01|3F000) /u, "unknown-table"],
  [/^42703 /u, "unknown-column"],
  [/^(?:42702|42P09) /u, "ambiguous-column"],
  // `text = integer` lacks an operator, as does DISTINCT over JSON: the types are wrong.
  [/^42883 (?:operator|could not identify an? )/u, "type-mismatch"],
  [/^42883 /u, "unknown-function"],
  [/^(?:42725|42804|42846|42P18|42P38|22P0[23]|2200[378]|22018) /u, "type-mismatch"],
  [/^(?:42803|42P20) /u, "aggregate-misuse"],
  [/^(?:25006|25001) /u, "not-read-only"],
  [/^57014 /u, "time-limit"],
  [/^5[34]/u, "too-large"],
];
const NAMING = /^(?:unknown-(?:table|column|function)|ambiguous-column)$/u;

function classifyPostgresComplaint(complaint: PostgresComplaint, sql: string): EngineErrorFacts {
  const { message, code, position } = complaint;
  const said = `${code} ${message}`;
  const kind = meaningOf(KINDS, said) ?? "other";
  const offset = position === undefined ? undefined : utf16Offset(sql, Number(position) - 1);
  const names = NAMING.test(kind) || (kind === "aggregate-misuse" && message.startsWith("column "));
  return knownFacts({
    kind,
    engineMessage: message,
    advice: meaningOf(ADVICE, said),
    identifier: names ? identifierOf(message, sql, offset) : undefined,
    offset,
  });
}

/** The name at the server's offset, as written there; else the name that its message quotes. */
function identifierOf(message: string, sql: string, offset: number | undefined): string | undefined {
  // Of `f.title` it is `f` that is missing, although the server points at both.
  const written = /FROM-clause entry for table/u.test(message) ? undefined : nameAt(sql, offset);
  return written ?? unquotedName(/"([^"]+)"/u.exec(message)?.[1] ?? /^\w+ ([^\s(]+)/u.exec(message)?.[1]);
}

/** The server's location for messages: host and port, never user or TLS. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** States where the connection, not the statement, failed: shutdown, crash, start-up, too many connections, protocol. */
const LOST = /^(?:57P0[1-5]|08|53300)/u;

function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === "string" ? code : "";
}

/** True if only the number of connections was exhausted. */
export function refusesMore(error: unknown): boolean {
  return codeOf(error) === "53300";
}

/** The address's parameter names for the TLS files. */
export const TLS_NAMES = { ca: "sslrootcert", cert: "sslcert", key: "sslkey" };

const TROUBLES: TroubleRows = [
  [/does not support SSL/iu, "encrypts-not"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID /u, "other-name"],
  [/^CERT_HAS_EXPIRED /u, "expired"],
  [/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT)/u, "untrusted"],
  [/no encryption|SSL off/iu, "encrypts-only"],
  [/client certificate|certificate required|unknown ca/iu, "client-certificate"],
  [/password must be a (?:non-empty )?string/u, "no-password"],
  [/^28/u, "credentials"],
  [/^3D000 /u, "no-database"],
  [/^42501 /u, "denied-database"],
  [/^53300 /u, "no-room"],
  [LOST, "not-now"],
];

export function postgresConnectFailure(
  error: unknown,
  { host, port, database }: PostgresAddress,
  answeredBefore: boolean,
): FuxiError {
  const named = { server: "PostgreSQL", place: `${host}:${port}`, database, mode: "sslmode", ...TLS_NAMES };
  return connectFailure(error, TROUBLES, named, answeredBefore);
}

/** Whether this failure allows the next way to connect, as in libpq: encryption failed, or the server's rules want the other. */
export function mayTryOtherWay(error: unknown): boolean {
  const { message = "" } = error as { readonly message?: string };
  return /^(?:28000$|ERR_SSL|EPROTO|ERR_TLS)/u.test(codeOf(error)) || /does not support SSL/iu.test(message);
}

/** The error for a failed statement or a lost connection. */
export function postgresStatementFailure(error: unknown, sql: string): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  if (!isComplaint(error)) return lostConnection("PostgreSQL");
  return new SqlEngineError(classifyPostgresComplaint(error as PostgresComplaint, sql));
}

/** True for errors about a statement, not about the connection. */
function isComplaint(error: unknown): boolean {
  const code = codeOf(error);
  if (!/^[0-9A-Z]{5}$/u.test(code) || !("severity" in (error as object))) return false;
  // The server reports a placeholder without a value as a protocol error.
  return !LOST.test(code) || /^bind message supplies/u.test((error as PostgresComplaint).message);
}

/** True if the error leaves the connection unusable. */
export function isConnectionLost(error: unknown): boolean {
  if (FuxiError.isInstance(error)) return error.code === "engine-unavailable";
  return !isComplaint(error);
}
