import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { SqlDialect } from "../../sql/sql-dialect.ts";
import { postgresBoundColumn } from "./postgres-bound-column.ts";
import { postgresDateFormat, postgresDatePart, postgresSortableDate } from "./postgres-dates.ts";
import { postgresForeignFunctions } from "./postgres-foreign-functions.ts";
import { postgresFunctions } from "./postgres-functions.ts";
import { postgresLexical } from "./postgres-lexical.ts";
import type { PostgresParser } from "./postgres-parser.ts";
import { postgresPrivacy } from "./postgres-privacy.ts";
import { postgresStatementInfo } from "./postgres-statement-info.ts";

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
    foreignFunctions: postgresForeignFunctions,
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
