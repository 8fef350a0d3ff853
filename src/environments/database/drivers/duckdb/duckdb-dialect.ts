import { patternParts } from "../../sql/date-pattern-text.ts";
import {
  type BoundColumn,
  type BoundType,
  type FunctionKind,
  functionsOf,
  type SqlDialect,
} from "../../sql/sql-dialect.ts";
import {
  bareUnless,
  type DateWriting,
  dateFunctions,
  STRICT_DIALECT,
  withoutQuotes,
} from "../dialect-parts.ts";
import { foreignFunctions } from "../foreign-functions.ts";
import { duckdbPrivacy } from "./duckdb-privacy.ts";
import { duckdbLexical, duckdbStatementInfo, isRefusedFunction } from "./duckdb-statement-info.ts";

const CODES = new Set(
  "%Y %y %m %-m %d %-d %b %B %H %-H %I %-I %M %-M %S %-S %p %f %a %A %j %z %Z".split(" "),
);

const DATES: DateWriting = {
  fromEpoch: (expression, perSecond) =>
    `make_timestamp(CAST(${expression} AS BIGINT) * ${1_000_000 / perSecond})`,
  // Cells that are no dates become NULL.
  fromText(expression, pattern) {
    // The engine reads the ISO forms itself, with whatever fractions of seconds follow.
    if (/^%Y-%m-%d(?:[ T]%H:%M(?::%S)?)?$/u.test(pattern)) return `TRY_CAST(${expression} AS TIMESTAMP)`;
    const parts = patternParts(pattern);
    if (parts.some((each) => "code" in each && !CODES.has(each.code))) return undefined;
    const format = parts
      .map((each) => ("code" in each ? each.code : each.text.replaceAll("%", "%%")))
      .join("");
    return `try_strptime(CAST(${expression} AS VARCHAR), ${STRICT_DIALECT.stringLiteral(format)})`;
  },
  part: (name, date) => `CAST(${name}(${date}) AS INTEGER)`,
  day: (date) => `CAST(${date} AS DATE)`,
};

/** Functions that the grammar has and the catalog lacks. */
const SPECIAL = {
  scalar: `array cast coalesce collate columns current_date current_time current_timestamp exists extract grouping
    grouping_id if ifnull localtime localtimestamp map nullif overlay position row struct substring trim try try_cast
    unpack`,
  aggregate: "percentile_cont percentile_disc",
  window: `cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense
    row_number`,
  table: "unnest",
};

const TYPES: Readonly<Record<BoundType, string>> = {
  text: "VARCHAR",
  integer: "HUGEINT",
  decimal: "DOUBLE",
  date: "DATE",
  datetime: "TIMESTAMP",
};

/** Values from a JSON array, cast to the type with which columns of their kind compare. */
const duckdbBoundColumn: BoundColumn = {
  commonTable: (heading, placeholder, { type }) =>
    `${heading} AS MATERIALIZED (SELECT CAST(v.v AS ${TYPES[type]}) FROM (SELECT unnest(from_json(CAST(${placeholder} AS JSON), '["VARCHAR"]')) AS v) AS v)`,
};

/** Quotes every keyword that is not free as a name everywhere (`duckdb_keywords()`: all but the unreserved). */
const identifier = bareUnless(
  `all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit boolean both
  by case cast char character check coalesce collate collation column columns concurrently constraint create cross dec
  decimal default deferrable desc describe distinct do else end except exists extract false fetch float for foreign
  freeze from full generated glob grant group grouping grouping_id having ilike in initially inner inout int integer
  intersect interval into is isnull join lambda lateral leading left like limit map national natural nchar none not
  notnull null nullif numeric offset on only or order out outer overlaps overlay pivot pivot_longer pivot_wider placing
  position positional precision primary qualify real references returning right row select semi setof show similar
  smallint some struct substring summarize symmetric table tablesample then time timestamp to trailing treat trim true
  try_cast union unique unpack unpivot using values varchar variadic verbose when where window with xmlattributes
  xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`,
  /^[A-Za-z_][A-Za-z0-9_]*$/u,
);

/** DuckDB's dialect; `functions` are those of the engine and of the database. */
export function duckdbDialect(
  functions: readonly (readonly [name: string, kind: FunctionKind])[],
): SqlDialect {
  const all = new Map([...functions, ...functionsOf(SPECIAL)]);
  return {
    ...STRICT_DIALECT,
    ...dateFunctions(DATES),
    name: "DuckDB",
    lexical: duckdbLexical,
    privacy: duckdbPrivacy,
    sameIdentifier: (a, b) => a === b || folded(a) === folded(b),
    identifier,
    boundColumn: duckdbBoundColumn,
    inspect: duckdbStatementInfo,
    functions: all,
    mayCall: (name) => !isRefusedFunction(name),
    foreignFunctions: foreignFunctions("duckdb", (name) => all.has(name)),
    hiddenColumns: ["rowid"],
    dividesIntegersToInteger: false,
    toNumber: (expression) => `TRY_CAST(replace(replace(${expression}, ' ', ''), ',', '.') AS DOUBLE)`,
    toText: (expression) => `CAST(${expression} AS VARCHAR)`,
  };
}

/** Names keep their case, and match in any. */
function folded(name: string): string {
  return withoutQuotes(name).toLowerCase();
}
