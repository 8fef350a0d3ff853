import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { SqlDialect } from "../../sql/sql-dialect.ts";
import { duckdbBoundColumn } from "./duckdb-bound-column.ts";
import { duckdbDatePart, duckdbSortableDate } from "./duckdb-dates.ts";
import { duckdbForeignFunctions } from "./duckdb-foreign-functions.ts";
import { duckdbFunctions } from "./duckdb-functions.ts";
import { duckdbLexical } from "./duckdb-lexical.ts";
import { duckdbPrivacy } from "./duckdb-privacy.ts";
import { isRefusedFunction } from "./duckdb-refused-functions.ts";
import { duckdbStatementInfo } from "./duckdb-statement-info.ts";
import type { FunctionKind } from "./duckdb-worker-messages.ts";

/** Every keyword that is not free as a name in all places (`duckdb_keywords()`: all but the unreserved). */
const RESERVED = new Set(
  `all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit boolean both
  by case cast char character check coalesce collate collation column columns concurrently constraint create cross dec
  decimal default deferrable desc describe distinct do else end except exists extract false fetch float for foreign
  freeze from full generated glob grant group grouping grouping_id having ilike in initially inner inout int integer
  intersect interval into is isnull join lambda lateral leading left like limit map national natural nchar none not
  notnull null nullif numeric offset on only or order out outer overlaps overlay pivot pivot_longer pivot_wider placing
  position positional precision primary qualify real references returning right row select semi setof show similar
  smallint some struct substring summarize symmetric table tablesample then time timestamp to trailing treat trim true
  try_cast union unique unpack unpivot using values varchar variadic verbose when where window with xmlattributes
  xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(
    /\s+/u,
  ),
);

/** DuckDB; `functions` are those of the engine and of the database. */
export function duckdbDialect(
  functions: readonly (readonly [name: string, kind: FunctionKind])[],
): SqlDialect {
  return {
    name: "DuckDB",
    lexical: duckdbLexical,
    privacy: duckdbPrivacy,
    sameIdentifier: (a, b) => a === b || folded(a) === folded(b),
    identifier(name) {
      if (/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) && !RESERVED.has(name.toLowerCase())) return name;
      return `"${name.replaceAll('"', '""')}"`;
    },
    stringLiteral: (text) => `'${text.replaceAll("'", "''")}'`,
    placeholder: (n) => `$${n}`,
    boundColumn: duckdbBoundColumn,
    inspect: (sql) => duckdbStatementInfo(sql),
    functions: duckdbFunctions(functions),
    mayCall: (name) => !isRefusedFunction(name),
    joinsNeedCondition: "all",
    foreignFunctions: duckdbForeignFunctions,
    allowsBareColumns: false,
    comparesAcrossTypes: false,
    quotedWordsMayBeText: false,
    hiddenColumns: ["rowid"],
    dividesIntegersToInteger: false,
    nullsSortFirstAscending: false,
    functionsAreCaseInsensitive: true,
    toNumber: (expression) => `TRY_CAST(replace(replace(${expression}, ' ', ''), ',', '.') AS DOUBLE)`,
    toText: (expression) => `CAST(${expression} AS VARCHAR)`,
    likeIgnoringCase: (expression, pattern) => `${expression} ILIKE ${pattern}`,
    yearOf: (expression, form) => duckdbDatePart("year", expression, form),
    monthOf: (expression, form) => duckdbDatePart("month", expression, form),
    sortableDate: duckdbSortableDate,
    dateLiteral(date, form) {
      const text = dayAsText(date, form.pattern);
      if (form.pattern.startsWith("epoch-")) return text;
      return form.pattern === "native" ? `DATE '${text}'` : `'${text.replaceAll("'", "''")}'`;
    },
  };
}

/** Names keep the case in which they were given, and are found in any. */
function folded(name: string): string {
  const plain = /^".*"$/su.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
  return plain.toLowerCase();
}
