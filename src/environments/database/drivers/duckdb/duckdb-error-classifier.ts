import {
  type EngineErrorFacts,
  type EngineErrorKind,
  onlyPlaceOf,
  utf16Offset,
} from "../../driver/sql-engine-error.ts";
import type { DuckdbComplaint } from "./duckdb-worker-messages.ts";

/** By the fields of an error, "type" or "type/subtype"; sentences say more where several kinds share them. */
const FIELDS: Readonly<Record<string, EngineErrorKind>> = {
  Parser: "syntax",
  "Parser/SYNTAX_ERROR": "syntax",
  Syntax: "syntax",
  "Binder/COLUMN_NOT_FOUND": "unknown-column",
  "Binder/NO_MATCHING_FUNCTION": "unknown-function",
  Conversion: "type-mismatch",
  "Mismatch Type": "type-mismatch",
  "Out of Range": "type-mismatch",
  "Out of Memory": "too-large",
  Permission: "not-read-only",
  Interrupt: "time-limit",
};

/** Group 1 is the name; `before` is what stands in front of it. */
const SENTENCES: readonly (readonly [RegExp, EngineErrorKind])[] = [
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

/** Kinds whose name the advice needs. */
const NAMING = new Set<EngineErrorKind>([
  "unknown-table",
  "unknown-column",
  "ambiguous-column",
  "unknown-function",
]);
/** Of COLUMNS and of `* LIKE`; the first group is a regular expression. */
const NO_COLUMN_MATCHES =
  /^No matching columns found that match regex "(.*)"$|^Star expression .* resulted in an empty set of columns$/u;
const FUNCTION_NAME = /^\w+$/u;

export function classifyDuckdbComplaint(complaint: DuckdbComplaint, sql: string): EngineErrorFacts {
  const engineMessage = (complaint.message.split("\n")[0] ?? "").replace(/[!.]$/u, "");
  const sentence = SENTENCES.map(([pattern, kind]) => ({
    kind,
    match: pattern.exec(complaint.message),
  })).find(({ match }) => match !== null);
  const kind = kindOf(complaint, sentence?.kind);
  const offset = offsetOf(complaint, sql);
  if (NO_COLUMN_MATCHES.test(engineMessage)) return { kind: "unknown-column", engineMessage };
  const named = complaint.name ?? nameIn(sentence?.match);
  const identifier =
    NAMING.has(kind) || kind === "aggregate-misuse" ? writtenAs(named, sql, offset) : undefined;
  const place = offset ?? onlyPlaceOf(identifier, sql);
  return {
    kind,
    engineMessage,
    ...(identifier === undefined ? {} : { identifier }),
    ...(place === undefined ? {} : { offset: place }),
  };
}

function kindOf(
  { type, subtype, nameOf, name }: DuckdbComplaint,
  said: EngineErrorKind | undefined,
): EngineErrorKind {
  if (type === "Catalog" && subtype === "MISSING_ENTRY") {
    // A backtick is an operator to the engine.
    if (name?.startsWith("`")) return "syntax";
    if (/Function|Macro/u.test(nameOf ?? "")) return "unknown-function";
    return nameOf === "Type" ? "type-mismatch" : "unknown-table";
  }
  const told = FIELDS[`${type}/${subtype}`];
  // `text + 1` lacks an operator: what is wrong are the types.
  if (told === "unknown-function" && !FUNCTION_NAME.test(name ?? "")) return "type-mismatch";
  return told ?? said ?? FIELDS[type] ?? "other";
}

function nameIn(match: RegExpExecArray | null | undefined): string | undefined {
  const column = match?.groups?.["column"];
  return column === undefined ? match?.[1] : `${match?.[1]}.${column}`;
}

/** The name as it stands where the engine points, with what qualifies it. */
function writtenAs(named: string | undefined, sql: string, offset: number | undefined): string | undefined {
  if (named === undefined || offset === undefined) return named;
  const part = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
  const written = new RegExp(`^${part}(?:\\s*\\.\\s*${part})*`, "u").exec(sql.slice(offset))?.[0];
  const plain = written?.replaceAll(/"((?:[^"]|"")+)"/gu, "$1");
  return plain?.toLowerCase().includes(named.toLowerCase()) ? plain : named;
}

/** The engine's parser counts characters, everything behind it bytes. */
function offsetOf({ type, position }: DuckdbComplaint, sql: string): number | undefined {
  if (position === undefined) return undefined;
  if (type === "Parser") return utf16Offset(sql, position);
  return Buffer.from(sql).subarray(0, position).toString().length;
}
