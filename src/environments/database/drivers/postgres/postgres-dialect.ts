import { spokenNode, utf16Offset } from "../../driver/sql-engine-error.ts";
import { dayAsText, patternParts } from "../../sql/date-pattern-text.ts";
import type { BoundColumn, BoundType, DateForm, SqlDialect, StatementInfo } from "../../sql/sql-dialect.ts";
import { foreignFunctions } from "../foreign-functions.ts";
import { postgresFunctions } from "./postgres-functions.ts";
import { postgresLexical } from "./postgres-lexical.ts";
import type { PostgresParser } from "./postgres-parser.ts";
import { postgresPrivacy } from "./postgres-privacy.ts";
import { isRefusedFunction, isRefusedRelation } from "./postgres-refused-functions.ts";

type Node = { readonly [key: string]: unknown };

/** What PostgreSQL's own grammar makes of a text: the check that comes before the read-only transaction. */
function postgresStatementInfo(parser: PostgresParser, sql: string): StatementInfo {
  if (sql.includes("\0")) return refusedText("a text with a NUL character");
  if (sql.trim() === "") return { statements: 0, isQuery: false };
  let statements: readonly Node[];
  try {
    const tree = parser.parseSync(sql) as { readonly stmts?: readonly { readonly stmt: Node }[] };
    statements = (tree.stmts ?? []).map(({ stmt }) => stmt);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    return { statements: 0, isQuery: false, syntaxError: syntaxError(error, sql) };
  }
  const kinds = statements.map((statement) => Object.keys(statement)[0] ?? "");
  const [statement] = statements;
  if (statements.length !== 1 || statement === undefined) {
    const refusedBecause = kinds.map(spokenNode).join("; ");
    return { statements: statements.length, isQuery: false, ...(refusedBecause ? { refusedBecause } : {}) };
  }
  if (kinds[0] !== "SelectStmt") {
    return { statements: 1, isQuery: false, refusedBecause: spokenNode(kinds[0] ?? "") };
  }
  if (isTooDeep(statement)) return TOO_DEEP;
  const harm = findHarm(statement);
  return harm === undefined
    ? { statements: 1, isQuery: true }
    : { statements: 1, isQuery: false, refusedBecause: `SELECT ${harm}` };
}

/** Levels of the parse tree, some three for each NOT or bracket: whoever walks it has to have room for them. */
const DEEPEST = 1500;
const TOO_DEEP: StatementInfo = {
  statements: 1,
  isQuery: true,
  tooLarge: "the statement is nested too deeply, as by 500 operators within each other",
};

function isTooDeep(root: unknown): boolean {
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((node) => (typeof node === "object" && node !== null ? Object.values(node) : []));
  }
  return false;
}

/** Looks through the whole tree, subqueries and CTEs included. */
function findHarm(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return firstDefined(value, findHarm);
  return firstDefined(Object.entries(value), ([key, child]) => harmOf(key, child) ?? findHarm(child));
}

function harmOf(key: string, child: unknown): string | undefined {
  switch (key) {
    case "InsertStmt":
    case "UpdateStmt":
    case "DeleteStmt":
    case "MergeStmt":
      return `with ${spokenNode(key)}`;
    case "intoClause":
      return "INTO";
    case "lockingClause":
      return "FOR UPDATE or SHARE";
    case "FuncCall":
      return refusedName((child as Node).funcname);
    case "RangeVar": {
      const { relname, schemaname = "pg_catalog" } = child as Record<"relname" | "schemaname", string>;
      return schemaname === "pg_catalog" && isRefusedRelation(relname) ? `with ${relname}` : undefined;
    }
    case "A_Indirection":
      // `('file'::text).pg_read_file` is a call as well.
      return refusedName((child as Node).indirection);
    default:
      return undefined;
  }
}

function refusedName(names: unknown): string | undefined {
  for (const part of Array.isArray(names) ? names : []) {
    const name = (part as { readonly String?: { readonly sval?: string } }).String?.sval;
    if (name !== undefined && isRefusedFunction(name)) return `with ${name}()`;
  }
  return undefined;
}

function firstDefined<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The parser counts characters, not UTF-16 units. */
function syntaxError(error: unknown, sql: string): { message: string; offset?: number } {
  const { message, sqlDetails } = error as {
    readonly message: string;
    readonly sqlDetails?: { readonly cursorPosition?: number };
  };
  const position = sqlDetails?.cursorPosition;
  return {
    message,
    ...(position === undefined ? {} : { offset: utf16Offset(sql, position) }),
  };
}

function refusedText(refusedBecause: string): StatementInfo {
  return { statements: 1, isQuery: false, refusedBecause };
}

const CODES: Readonly<Record<string, string>> = {
  "%Y": "YYYY",
  "%y": "YY",
  "%m": "MM",
  "%-m": "MM",
  "%d": "DD",
  "%-d": "DD",
  "%b": "Mon",
  "%B": "Month",
};
const EPOCHS: Readonly<Record<string, string>> = { "epoch-seconds": "", "epoch-milliseconds": " / 1000.0" };

/** Year or month of a column as an integer; undefined where the pattern has none. */
function postgresDatePart(part: "year" | "month", expression: string, form: DateForm): string | undefined {
  const date = asDate(part, expression, form.pattern);
  return date === undefined ? undefined : `CAST(EXTRACT(${part.toUpperCase()} FROM ${date}) AS integer)`;
}

/** The days of a text column as dates; undefined where the pattern is no text of whole days. */
function postgresSortableDate(expression: string, { pattern }: DateForm): string | undefined {
  const isWhole = [/%[Yy]/u, /%(-?m|[bB])/u, /%-?d/u].every((code) => code.test(pattern));
  return isWhole ? asDate("year", expression, pattern) : undefined;
}

function asDate(part: "year" | "month", expression: string, pattern: string): string | undefined {
  if (pattern === "native") return expression;
  const divisor = EPOCHS[pattern];
  if (divisor !== undefined) return `to_timestamp(${expression}${divisor}) AT TIME ZONE 'UTC'`;
  if (!(part === "year" ? /%[Yy]/u : /%(-?m|[bB])/u).test(pattern)) return undefined;
  const format = dateFormat(pattern);
  return format === undefined ? undefined : `to_date(CAST(${expression} AS text), '${format}')`;
}

const TIME_CODES: Readonly<Record<string, string>> = {
  "%H": "HH24",
  "%M": "MI",
  "%S": "SS",
  "%j": "DDD",
  "%A": "FMDay",
  "%a": "Dy",
};

/** A format of `to_char` for one of strftime codes; undefined where a code has no like. */
function postgresDateFormat(pattern: string): string | undefined {
  let isWhole = true;
  const format = pattern.replaceAll(/%-?[A-Za-z]|[^%]+/gu, (part) => {
    if (!part.startsWith("%")) return literal(part);
    const code = CODES[part] ?? TIME_CODES[part];
    if (code === undefined) isWhole = false;
    return code ?? "";
  });
  return isWhole ? format : undefined;
}

/** Up to the last part of the date; to_date ignores what follows, and takes parts without leading zeros. */
function dateFormat(pattern: string): string | undefined {
  const parts = patternParts(pattern);
  const last = parts.findLastIndex((part) => "code" in part && part.code in CODES);
  const written = parts
    .slice(0, last + 1)
    .map((part) => ("code" in part ? CODES[part.code] : literal(part.text)));
  return written.includes(undefined) ? undefined : written.join("");
}

/** Letters would be read as codes of the format. */
function literal(text: string): string {
  const escaped = text.replaceAll("'", "''");
  return /\p{L}/u.test(text) ? `"${escaped}"` : escaped;
}

const TYPES: Readonly<Record<BoundType, string>> = {
  text: "text",
  integer: "bigint",
  decimal: "numeric",
  date: "date",
  datetime: "timestamp",
};

/** Values out of a JSON array, cast to the type with which columns of their kind compare. */
const postgresBoundColumn: BoundColumn = {
  commonTable: (heading, placeholder, { type }) =>
    `${heading} AS (SELECT CAST(v.v AS ${TYPES[type]}) FROM jsonb_array_elements_text(CAST(${placeholder} AS jsonb)) AS v(v))`,
  canHold: (text) => !text.includes("\u0000") && text.isWellFormed(),
};

/** Every keyword that is not free as a name in all places (`pg_get_keywords()`: reserved, and names of types and special functions). */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char
  character check coalesce collate collation column concurrently constraint create cross current_catalog current_date
  current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct
  do else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having
  ilike in initially inner inout int integer intersect interval into is isnull join lateral leading least left like
  limit localtime localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only
  or order out outer overlaps overlay placing position precision primary real references returning right row select
  session_user setof similar smallint some substring symmetric system_user table tablesample then time timestamp to
  trailing treat trim true union unique user using values varchar variadic verbose when where window with
  xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize
  xmltable`.split(/\s+/u),
);

/** PostgreSQL; `ownFunctions` are those that the database adds to the server's. */
export function postgresDialect(
  parser: PostgresParser,
  ownFunctions: readonly (readonly [string, "scalar" | "aggregate" | "window" | "table"])[] = [],
): SqlDialect {
  return {
    name: "PostgreSQL",
    lexical: postgresLexical,
    privacy: postgresPrivacy(parser),
    sameIdentifier: (a, b) => unquoted(a) === unquoted(b) || folded(a) === folded(b),
    identifier(name) {
      if (/^[a-z_][a-z0-9_$]*$/u.test(name) && !RESERVED.has(name)) return name;
      return `"${name.replaceAll('"', '""')}"`;
    },
    stringLiteral: (text) => `'${text.replaceAll("'", "''")}'`,
    placeholder: (n) => `$${n}`,
    boundColumn: postgresBoundColumn,
    inspect: (sql) => postgresStatementInfo(parser, sql),
    functions: new Map([...ownFunctions, ...postgresFunctions]),
    joinsNeedCondition: "all",
    foreignFunctions: foreignFunctions("postgres", (name) => postgresFunctions.has(name)),
    allowsBareColumns: false,
    comparesAcrossTypes: false,
    quotedWordsMayBeText: false,
    hiddenColumns: ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"],
    dividesIntegersToInteger: true,
    nullsSortFirstAscending: false,
    functionsAreCaseInsensitive: true,
    toNumber: (expression) =>
      `CAST(nullif(replace(replace(${expression}, ' ', ''), ',', '.'), '') AS numeric)`,
    toText: (expression) => `CAST(${expression} AS text)`,
    likeIgnoringCase: (expression, pattern) => `${expression} ILIKE ${pattern}`,
    yearOf: (expression, form) => postgresDatePart("year", expression, form),
    monthOf: (expression, form) => postgresDatePart("month", expression, form),
    sortableDate: postgresSortableDate,
    dateFormat: postgresDateFormat,
    dateLiteral(date, form) {
      const text = dayAsText(date, form.pattern);
      if (form.pattern.startsWith("epoch-")) return text;
      return form.pattern === "native" ? `DATE '${text}'` : `'${text.replaceAll("'", "''")}'`;
    },
  };
}

function unquoted(name: string): string {
  return /^".*"$/su.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/** Quoted names are taken as they are, others in lower case. A name from the catalog comes without quotes, whatever its case. */
function folded(name: string): string {
  return /^".*"$/su.test(name) ? unquoted(name) : name.toLowerCase();
}
