import { FuxiError } from "../../../../errors/fuxi-error.ts";
import {
  type EngineErrorFacts,
  type EngineErrorKind,
  SqlEngineError,
} from "../../driver/sql-engine-error.ts";
import { tlsFailure } from "./postgres-tls.ts";

interface Advice {
  readonly code: string;
  readonly message?: RegExp;
  readonly advice: string;
}

const ARRAY = "It is an array: 'x' = ANY (column) tests for an element, unnest(column) gives them as rows.";
const JSON_VALUE = "It is JSON: column->>'key' gives a value as text.";

/** In the order in which they are tried. */
const ADVICE: readonly Advice[] = [
  {
    code: "42501",
    message: /row-level security/u,
    advice: "The role's row_security setting makes the server refuse; its owner can set it to on.",
  },
  {
    code: "42501",
    message: /schema/u,
    advice: "The role lacks USAGE on this schema: take tables that the schema shows, or ask its owner.",
  },
  {
    code: "42501",
    message: /function/u,
    advice: "The role may not call it: use another function.",
  },
  {
    code: "42501",
    advice:
      "The role may not read it, or not all columns: name tables and columns that the schema shows, in place of *.",
  },
  {
    code: "55000",
    message: /has not been populated/u,
    advice: "It has no rows until its owner refreshes it: take them from the tables that it is made of.",
  },
  {
    code: "0A000",
    message: /^TABLESAMPLE/u,
    advice:
      "It is a view, or a table of which only a part can be read: WHERE random() < 0.01 takes about 1 % of its rows.",
  },
  { code: "22P02", message: /array literal/u, advice: ARRAY },
  { code: "22P02", message: /type json/u, advice: JSON_VALUE },
  { code: "22P02", message: /for enum/u, advice: "Only the values that the schema lists can be in it." },
  { code: "22P02", message: /range literal/u, advice: "It is a range: column @> value tests for one." },
  { code: "42883", message: /\[\]/u, advice: ARRAY },
  { code: "42883", message: /\bjsonb? /u, advice: JSON_VALUE },
  {
    code: "42883",
    message: /range /u,
    advice: "It is a range: column @> value tests for one, lower(column) and upper(column) give the ends.",
  },
  {
    code: "55P03",
    advice: "Somebody has the table locked: try again in a moment.",
  },
];

/** What would help against a complaint of the server, where that is known. */
function postgresAdvice(code: string, message: string): string | undefined {
  return ADVICE.find((each) => each.code === code && (each.message?.test(message) ?? true))?.advice;
}

/** The fields of an error that the server sent. */
interface PostgresComplaint {
  readonly message: string;
  /** SQLSTATE, five characters. */
  readonly code: string;
  /** 1-based, in characters. */
  readonly position?: string;
}

const STATES: Readonly<Record<string, EngineErrorKind>> = {
  "42601": "syntax",
  "42P01": "unknown-table",
  "3F000": "unknown-table",
  "42703": "unknown-column",
  "42702": "ambiguous-column",
  "42P09": "ambiguous-column",
  "42883": "unknown-function",
  "42725": "type-mismatch",
  "42804": "type-mismatch",
  "42846": "type-mismatch",
  "42P18": "type-mismatch",
  "42P38": "type-mismatch",
  "22P02": "type-mismatch",
  "22P03": "type-mismatch",
  "22003": "type-mismatch",
  "22007": "type-mismatch",
  "22008": "type-mismatch",
  "22018": "type-mismatch",
  "42803": "aggregate-misuse",
  "42P20": "aggregate-misuse",
  "25006": "not-read-only",
  "25001": "not-read-only",
  "57014": "time-limit",
};
const NAMING = new Set<EngineErrorKind>([
  "unknown-table",
  "unknown-column",
  "ambiguous-column",
  "unknown-function",
]);

function classifyPostgresComplaint(complaint: PostgresComplaint, sql: string): EngineErrorFacts {
  const { message, code, position } = complaint;
  const kind = kindOf(code, message);
  const offset = position === undefined ? undefined : utf16Offset(sql, Number(position));
  const names = NAMING.has(kind) || (kind === "aggregate-misuse" && message.startsWith("column "));
  const identifier = names ? identifierOf(message, sql, offset) : undefined;
  const advice = postgresAdvice(code, message);
  return {
    kind,
    engineMessage: message,
    ...(advice === undefined ? {} : { advice }),
    ...(identifier === undefined ? {} : { identifier }),
    ...(offset === undefined ? {} : { offset }),
  };
}

function kindOf(code: string, message: string): EngineErrorKind {
  if (code === "42601" && /multiple commands/u.test(message)) return "multiple-statements";
  if (
    code === "42601" &&
    /same number of columns|only one column|has too (?:few|many) columns/u.test(message)
  ) {
    return "column-count-mismatch";
  }
  if (code === "42601" && /VALUES lists must all be the same length/u.test(message))
    return "column-count-mismatch";
  // `text = integer` lacks an operator, as does DISTINCT over JSON: what is wrong are the types.
  if (code === "42883" && /^(?:operator|could not identify an? )/u.test(message)) return "type-mismatch";
  if (code.startsWith("53") || code.startsWith("54")) return "too-large";
  return STATES[code] ?? "other";
}

/** The name where the server points, as written there; else the one its sentence quotes. */
function identifierOf(message: string, sql: string, offset: number | undefined): string | undefined {
  const part = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
  // Of `f.title` it is `f` that is missing, although the server points at both.
  const namesQualifier = /FROM-clause entry for table/u.test(message);
  const written =
    offset === undefined || namesQualifier
      ? undefined
      : new RegExp(`^${part}(?:\\s*\\.\\s*${part})*`, "u").exec(sql.slice(offset))?.[0];
  const quoted = /"([^"]+)"/u.exec(message)?.[1] ?? /^\w+ ([^\s(]+)/u.exec(message)?.[1];
  return (written ?? quoted)?.replaceAll(/"((?:[^"]|"")+)"/gu, "$1");
}

function utf16Offset(sql: string, position: number): number {
  let offset = 0;
  let characters = 1;
  for (const character of sql) {
    if (characters >= position) break;
    characters += 1;
    offset += character.length;
  }
  return offset;
}

/** Where the server is, for messages: host and port, never who connects or how. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** States in which the connection, not the statement, failed: shutdown, crash, start-up, too many connections, protocol. */
const LOST = /^(?:57P0[1-5]|08|53300)/u;

function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === "string" ? code : "";
}

/** True where only the number of connections stood in the way. */
export function refusesMore(error: unknown): boolean {
  return codeOf(error) === "53300";
}

/** What is said where the server neither ended a statement nor stopped it at its limit. */
export function silentServer(milliseconds: number): SqlEngineError {
  return new SqlEngineError({
    kind: "time-limit",
    engineMessage: `The server neither finished the statement nor stopped it within ${milliseconds} ms; the connection was cut.`,
  });
}

/** The error for a connection that could not be made. The server's own words may name the user, so they are not passed on. */
export function postgresConnectFailure(
  error: unknown,
  address: PostgresAddress,
  answeredBefore: boolean,
): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  const code = codeOf(error);
  const { message = "" } = error as { readonly message?: string };
  const place = `${address.host}:${address.port}`;
  const tls = tlsFailure(error, place);
  if (tls !== undefined) return tls;
  if (/password must be a (?:non-empty )?string/u.test(message)) {
    return new FuxiError("target-denied", `The PostgreSQL server at ${place} asks for a password.`, {
      hint: "Write it into the address, PGPASSWORD or the file that PGPASSFILE names (~/.pgpass).",
    });
  }
  if (code.startsWith("28")) {
    return new FuxiError("target-denied", `The PostgreSQL server at ${place} refused the credentials.`, {
      hint: "Check user and password in the address, and the server's pg_hba.conf.",
    });
  }
  if (code === "3D000") {
    return new FuxiError("target-not-found", `The server at ${place} has no database ${address.database}.`, {
      hint: "Check the name of the database in the address.",
    });
  }
  if (code === "42501") {
    return new FuxiError("target-denied", `The role may not connect to the database ${address.database}.`, {
      hint: "Grant it CONNECT on the database.",
    });
  }
  if (refusesMore(error)) {
    return new FuxiError("engine-unavailable", `The PostgreSQL server at ${place} has no connection left.`, {
      hint: "Try again in a moment, or raise the limit of connections of the server, database or role.",
    });
  }
  if (LOST.test(code)) {
    return new FuxiError(
      "engine-unavailable",
      `The PostgreSQL server at ${place} takes no connections now.`,
      {
        hint: "Try again in a moment.",
      },
    );
  }
  if (answeredBefore) {
    return new FuxiError("engine-unavailable", `The PostgreSQL server at ${place} answers no more.`, {
      hint: "Try again in a moment; if it stays so, see whether the server runs and is reachable.",
    });
  }
  return new FuxiError("target-not-found", `No PostgreSQL server answers at ${place}.`, {
    hint: "Check host and port, and that the server runs and is reachable.",
  });
}

/** The error for a statement that failed, or whose connection was lost. */
export function postgresStatementFailure(error: unknown, sql: string): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  const complaint = error as PostgresComplaint;
  const fromServer = /^[0-9A-Z]{5}$/u.test(codeOf(error)) && "severity" in (error as object);
  const unbound = fromServer && /^bind message supplies/u.test(complaint.message);
  if (!fromServer || (LOST.test(complaint.code) && !unbound)) {
    return new FuxiError(
      "engine-unavailable",
      "The PostgreSQL server went away in the middle of a statement.",
      {
        hint: "Try the statement again.",
      },
    );
  }
  return new SqlEngineError(classifyPostgresComplaint(complaint, sql));
}

/** True when the connection may be used again after this failure. */
export function connectionSurvives(failure: unknown): boolean {
  return FuxiError.isInstance(failure) && failure.code === "engine-error";
}
