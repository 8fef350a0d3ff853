import type { EngineErrorFacts, EngineErrorKind } from "../../driver/sql-engine-error.ts";
import { postgresAdvice } from "./postgres-advice.ts";

/** The fields of an error that the server sent. */
export interface PostgresComplaint {
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

export function classifyPostgresComplaint(complaint: PostgresComplaint, sql: string): EngineErrorFacts {
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
