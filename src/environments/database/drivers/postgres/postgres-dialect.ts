import { importOptional } from "../../../../util/import-optional.ts";
import { spokenNode, utf16Offset } from "../../driver/sql-engine-error.ts";
import { patternParts } from "../../sql/date-pattern-text.ts";
import type { BoundColumn, BoundType, SqlDialect, StatementInfo } from "../../sql/sql-dialect.ts";
import {
  bareUnless,
  type DateWriting,
  dateFunctions,
  holdsNul,
  POSTGRES_LEXICAL,
  STRICT_DIALECT,
  withoutQuotes,
} from "../dialect-parts.ts";
import { foreignFunctions } from "../foreign-functions.ts";
import {
  isRefusedFunction,
  isRefusedRelation,
  postgresFunctions,
  postgresPrivacy,
} from "./postgres-privacy.ts";

/** The part of `pgsql-parser` that is used: PostgreSQL's own grammar, compiled to WebAssembly. */
export interface PostgresParser {
  readonly loadModule: () => Promise<void>;
  readonly parseSync: (sql: string) => unknown;
}

/** @throws FuxiError `dependency-missing` */
export async function loadPostgresParser(): Promise<PostgresParser> {
  const parser = await importOptional<PostgresParser>(
    "pgsql-parser",
    "to hold PostgreSQL databases read-only",
  );
  await parser.loadModule();
  return parser;
}

type Node = { readonly [key: string]: unknown };

/** Classifies a text by PostgreSQL's own grammar: the check before the read-only transaction. */
function postgresStatementInfo(parser: PostgresParser, sql: string): StatementInfo {
  const nul = holdsNul(sql);
  if (nul !== undefined) return nul;
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

/** Greatest depth of the parse tree, some three levels for each NOT or bracket: recursive walks need stack for it. */
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

/** The first harmful part of the whole tree, subqueries and CTEs included. */
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

const DATES: DateWriting = {
  // A number of seconds sent as text must be cast.
  fromEpoch: (expression, perSecond) =>
    `to_timestamp(CAST(${expression} AS double precision)${perSecond === 1 ? "" : ` / ${perSecond}.0`}) AT TIME ZONE 'UTC'`,
  fromText(expression, pattern) {
    const format = dateFormat(pattern);
    return format === undefined ? undefined : `to_date(CAST(${expression} AS text), '${format}')`;
  },
  part: (name, date) => `CAST(EXTRACT(${name.toUpperCase()} FROM ${date}) AS integer)`,
  day: (date) => date,
};

const TIME_CODES: Readonly<Record<string, string>> = {
  "%H": "HH24",
  "%M": "MI",
  "%S": "SS",
  "%j": "DDD",
  "%A": "FMDay",
  "%a": "Dy",
};

/** Converts strftime codes to a `to_char` format; undefined if a code has no equivalent. */
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

/** The format up to the last part of the date; to_date ignores the rest, and takes parts without leading zeros. */
function dateFormat(pattern: string): string | undefined {
  const parts = patternParts(pattern);
  const last = parts.findLastIndex((part) => "code" in part && part.code in CODES);
  const written = parts
    .slice(0, last + 1)
    .map((part) => ("code" in part ? CODES[part.code] : literal(part.text)));
  return written.includes(undefined) ? undefined : written.join("");
}

/** Quotes letters, which the format would read as codes. */
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

/** Values from a JSON array, cast to the type with which columns of their kind compare. */
const postgresBoundColumn: BoundColumn = {
  commonTable: (heading, placeholder, { type }) =>
    `${heading} AS (SELECT CAST(v.v AS ${TYPES[type]}) FROM jsonb_array_elements_text(CAST(${placeholder} AS jsonb)) AS v(v))`,
};

/** Quotes every keyword that is not free as a name everywhere (`pg_get_keywords()`: reserved, and names of types and special functions). */
const identifier = bareUnless(
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
  xmltable`,
  /^[a-z_][a-z0-9_$]*$/u,
);

/** PostgreSQL's dialect; `ownFunctions` are those of the database, besides the server's. */
export function postgresDialect(
  parser: PostgresParser,
  ownFunctions: readonly (readonly [string, "scalar" | "aggregate" | "window" | "table"])[] = [],
): SqlDialect {
  return {
    ...STRICT_DIALECT,
    ...dateFunctions(DATES),
    name: "PostgreSQL",
    lexical: POSTGRES_LEXICAL,
    privacy: postgresPrivacy(parser),
    sameIdentifier: (a, b) => withoutQuotes(a) === withoutQuotes(b) || folded(a) === folded(b),
    identifier,
    boundColumn: postgresBoundColumn,
    inspect: (sql) => postgresStatementInfo(parser, sql),
    functions: new Map([...ownFunctions, ...postgresFunctions]),
    foreignFunctions: foreignFunctions("postgres", (name) => postgresFunctions.has(name)),
    hiddenColumns: ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"],
    dividesIntegersToInteger: true,
    toNumber: (expression) =>
      `CAST(nullif(replace(replace(${expression}, ' ', ''), ',', '.'), '') AS numeric)`,
    toText: (expression) => `CAST(${expression} AS text)`,
    dateFormat: postgresDateFormat,
  };
}

/** Quoted names keep their case, others become lower case. A name from the catalog comes without quotes, whatever its case. */
function folded(name: string): string {
  return /^".*"$/su.test(name) ? withoutQuotes(name) : name.toLowerCase();
}
