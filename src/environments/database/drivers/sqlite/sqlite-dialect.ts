import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { SqlDialect } from "../../sql/sql-dialect.ts";
import { sqliteBoundColumn } from "./sqlite-bound-column.ts";
import { sqliteCast } from "./sqlite-cast.ts";
import { sqliteDatePart, sqliteSortableDate } from "./sqlite-dates.ts";
import { sqliteForeignFunctions } from "./sqlite-foreign-functions.ts";
import { sqliteFunctions } from "./sqlite-functions.ts";
import { sqlitePrivacy } from "./sqlite-privacy.ts";
import { sqliteStatementInfo } from "./sqlite-statement-info.ts";

/** Words that SQLite does not take as a column, table or alias in every place (tried on the engine; the rest of its keywords may stand bare). */
const RESERVED = new Set(
  `add all alter and as autoincrement between case cast check collate commit constraint create cross current_date
  current_time current_timestamp default deferrable delete distinct drop else escape except exists foreign from full
  group having in index indexed inner insert intersect into is isnull join left limit natural not nothing notnull null
  on or order outer primary raise references returning right select set table then to transaction union unique update
  using values when where window`.split(/\s+/u),
);

function stringLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** SQLite as `node:sqlite` builds it, with double-quoted words read as text where they name no column. */
export const sqliteDialect: SqlDialect = {
  name: "SQLite",
  lexical: {
    identifierQuotes: ['"', "`", "["],
    doubleQuotesAreStrings: false,
    backslashEscapes: false,
    dollarQuotes: false,
    escapeStrings: false,
    hashComments: false,
    nestedComments: false,
  },
  privacy: sqlitePrivacy,
  sameIdentifier,
  identifier(name) {
    if (/^[A-Za-z_][\w$]*$/u.test(name) && !RESERVED.has(name.toLowerCase())) return name;
    // A misspelt word in double quotes would silently be text; in backticks it is an error that can be told.
    return name.includes("`") ? `"${name.replaceAll('"', '""')}"` : `\`${name}\``;
  },
  stringLiteral,
  placeholder: () => "?",
  boundColumn: sqliteBoundColumn,
  inspect: sqliteStatementInfo,
  functions: sqliteFunctions,
  foreignFunctions: sqliteForeignFunctions,
  allowsBareColumns: true,
  comparesAcrossTypes: true,
  quotedWordsMayBeText: true,
  hiddenColumns: ["rowid", "oid", "_rowid_"],
  dividesIntegersToInteger: true,
  nullsSortFirstAscending: true,
  functionsAreCaseInsensitive: true,
  toNumber: (expression) => `CAST(replace(replace(${expression}, ' ', ''), ',', '.') AS REAL)`,
  toText: (expression) => `CAST(${expression} AS TEXT)`,
  castOf: sqliteCast,
  turnedAtComma: (expression) =>
    `CASE WHEN instr(${expression}, ', ') > 0 THEN substr(${expression}, instr(${expression}, ', ') + 2) || ' ' || substr(${expression}, 1, instr(${expression}, ', ') - 1) ELSE ${expression} END`,
  // LIKE ignores the case of ASCII letters by itself; SQLite knows no case of others.
  likeIgnoringCase: (expression, pattern) => `${expression} LIKE ${pattern}`,
  yearOf: (expression, form) => sqliteDatePart("year", expression, form),
  monthOf: (expression, form) => sqliteDatePart("month", expression, form),
  sortableDate: sqliteSortableDate,
  dateLiteral(date, form) {
    const text = dayAsText(date, form.pattern);
    return form.pattern.startsWith("epoch-") ? text : stringLiteral(text);
  },
};

/** Asked millions of times where there are thousands of tables: names that differ in any case are told apart first. */
function sameIdentifier(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [unquoted(a), unquoted(b)];
  if (x.length !== y.length || x.toLowerCase() !== y.toLowerCase()) return false;
  return asciiLower(x) === asciiLower(y);
}

function unquoted(name: string): string {
  if (!/^["`[]/u.test(name)) return name;
  const match = /^(?:"(.*)"|`(.*)`|\[(.*)\])$/su.exec(name);
  if (match === null) return name;
  return match[1]?.replaceAll('""', '"') ?? match[2]?.replaceAll("``", "`") ?? match[3] ?? name;
}

/** SQLite folds ASCII letters only: `É` and `é` are two names. */
function asciiLower(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
