import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { SqlDialect } from "../../sql/sql-dialect.ts";
import { sqliteBoundColumn } from "./sqlite-bound-column.ts";
import { sqliteCast } from "./sqlite-cast.ts";
import { sqliteDatePart, sqliteSortableDate } from "./sqlite-dates.ts";
import { sqliteForeignFunctions } from "./sqlite-foreign-functions.ts";
import { sqliteFunctions } from "./sqlite-functions.ts";
import { sqliteIdentifier } from "./sqlite-identifier.ts";
import { sqliteLexical } from "./sqlite-lexical.ts";
import { sqlitePrivacy } from "./sqlite-privacy.ts";
import { sqliteStatementInfo } from "./sqlite-statement-info.ts";

function stringLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** SQLite as `node:sqlite` builds it, with double-quoted words read as text where they name no column. */
export const sqliteDialect: SqlDialect = {
  name: "SQLite",
  lexical: sqliteLexical,
  privacy: sqlitePrivacy,
  sameIdentifier,
  identifier: sqliteIdentifier,
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
