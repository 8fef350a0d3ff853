import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import type { SqlValue } from "../../../../src/environments/database/driver/sql-value.ts";
import { openDuckdbDriver } from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { ForeignFunction } from "../../../../src/environments/database/sql/sql-dialect.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../../../support/postgres.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { statementOptions } from "./sql-driver-queries.ts";

/** Columns to put in the place of arguments: a day, a time stamp, texts, numbers, a truth, JSON. */
const COLUMNS = ["d", "ts", "s", "t", "n", "x", "ok", "js"];
const KEYWORDS = ["DAY", "'day'", "INTEGER", "text"];

/** What calls must give, on the one row below; the same on every engine. */
const EXPECTED: readonly (readonly [name: string, args: readonly string[], value: SqlValue])[] = [
  ["YEAR", ["d"], 2024],
  ["MONTH", ["d"], 3],
  ["DAY", ["d"], 5],
  ["QUARTER", ["d"], 1],
  ["DAYOFYEAR", ["d"], 65],
  ["DAYOFWEEK", ["d"], 3],
  ["WEEKDAY", ["d"], 1],
  ["HOUR", ["ts"], 13],
  ["MINUTE", ["ts"], 45],
  ["DATEDIFF", ["d", "e"], 35],
  ["DATEDIFF", ["DAY", "e", "d"], 35],
  ["LAST_DAY", ["d"], "2024-03-31"],
  ["MONTHNAME", ["d"], "Mar"],
  ["DATE_FORMAT", ["d", "'%Y-%m'"], "2024-03"],
  ["NVL", ["z", "7"], 7],
  ["ISNULL", ["z", "7"], 7],
  ["LEN", ["s"], 7],
  ["CHARINDEX", ["','", "s"], 4],
  ["LOCATE", ["','", "s"], 4],
  ["MID", ["s", "2", "3"], "bc,"],
  ["SUBSTRING_INDEX", ["s", "','", "1"], "abc"],
  ["STARTSWITH", ["s", "'abc'"], true],
  ["ENDS_WITH", ["s", "'def'"], true],
  ["CONTAINS", ["s", "'c,d'"], true],
  ["TRUNCATE", ["x", "1"], 12.3],
  ["COUNTIF", ["n > 3"], 1],
  ["LISTAGG", ["t", "';'"], "hello"],
  ["UNIX_TIMESTAMP", ["ts"], 1709646300],
];

/** Calls that name a unit, which the entry for it has to give; 2024-01-30 to 2024-03-05 are 35 days. */
const BY_UNIT: readonly (readonly [name: string, unit: string, args: readonly string[], value: number])[] = [
  ["DATEDIFF", "day", ["DAY", "e", "d"], 35],
  ["DATEDIFF", "month", ["MONTH", "e", "d"], 2],
  ["DATEDIFF", "year", ["YEAR", "e", "d"], 0],
  ["TIMESTAMPDIFF", "day", ["DAY", "e", "d"], 35],
  ["TIMESTAMPDIFF", "month", ["MONTH", "e", "d"], 1],
  ["TIMESTAMPDIFF", "year", ["YEAR", "e", "d"], 0],
  ["TIMESTAMPDIFF", "hour", ["HOUR", "e", "ts"], 853],
  ["DATEPART", "year", ["yyyy", "d"], 2024],
  ["DATEPART", "quarter", ["qq", "d"], 1],
  ["DATEPART", "month", ["mm", "d"], 3],
  ["DATEPART", "week", ["wk", "d"], 10],
  ["DATEPART", "day", ["dd", "d"], 5],
  ["DATEPART", "doy", ["dy", "d"], 65],
  ["DATEPART", "weekday", ["dw", "d"], 3],
];
const ROW = `'2024-03-05' AS d, '2024-01-30' AS e, '2024-03-05 13:45:00' AS ts, 'abc,def' AS s, 'hello' AS t, 4 AS n, 12.345 AS x,
  NULL AS z`;

/** The same row for engines whose dates have a type. */
function typedRow(integer: string): string {
  return ROW.replace(/'([\d-]+)' AS/gu, "DATE '$1' AS")
    .replace(/'([\d-]+ [\d:]+)' AS/gu, "TIMESTAMP '$1' AS")
    .replace("NULL AS z", `NULL::${integer} AS z`);
}

function filled(template: string, args: readonly string[]): string {
  return template.replaceAll(/\$(\d)/gu, (_, place) => args[Number(place) - 1] ?? "missing");
}

function argumentsOf({ template }: ForeignFunction): number {
  return Math.max(0, ...[...template.matchAll(/\$(\d)/gu)].map(([, place]) => Number(place)));
}

/** All ways to fill in columns, constants and keywords. */
function* candidates(count: number): Generator<readonly string[]> {
  if (count === 0) yield [];
  else {
    for (const rest of candidates(count - 1)) {
      for (const next of [...COLUMNS, "2", "'abc'", "'$.a'", "'2024-03-05'", "'6162'", ...KEYWORDS])
        yield [...rest, next];
    }
  }
}

type Run = (sql: string) => Promise<unknown>;

async function runs(run: Run, sql: string): Promise<boolean> {
  return run(sql).then(
    () => true,
    () => false,
  );
}

async function brokenTemplates(driver: SqlDriver, row: string, search?: Run): Promise<string[]> {
  const broken: string[] = [];
  for (const entry of driver.dialect.foreignFunctions) {
    let works = false;
    for (const args of candidates(argumentsOf(entry))) {
      const written = filled(entry.template, args);
      const sql = `SELECT ${written} FROM (${row}) r`;
      const query: Run = (text) => driver.query(text, [], statementOptions());
      works = (search === undefined || (await runs(search, sql))) && (await runs(query, sql));
      if (works) break;
    }
    if (!works) broken.push(`${entry.name}: ${entry.template}`);
  }
  return broken;
}

async function wrongValues(driver: SqlDriver, row: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, args, value] of EXPECTED) {
    const entry = driver.dialect.foreignFunctions.find(
      (each) => each.name === name && (each.arity === undefined || each.arity === args.length),
    );
    // The engine may have the function itself.
    const call = entry === undefined ? `${name}(${args.join(", ")})` : filled(entry.template, args);
    const { rows } = await driver.query(`SELECT ${call} FROM (${row}) r`, [], statementOptions());
    const got = rows[0]?.[0];
    const same =
      value === true
        ? got === true || got === 1
        : name === "MONTHNAME"
          ? String(got).startsWith("Mar")
          : got === value;
    if (!same) wrong.push(`${name}: ${call} gives ${String(got)} instead of ${String(value)}`);
  }
  return wrong;
}

async function wrongUnits(driver: SqlDriver, row: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, unit, args, value] of BY_UNIT) {
    const entry = driver.dialect.foreignFunctions.find((each) => each.name === name && each.unit === unit);
    const call = entry === undefined ? `no entry for ${unit}` : filled(entry.template, args);
    const got = entry && (await driver.query(`SELECT ${call} FROM (${row}) r`, [], statementOptions()));
    if (Number(got?.rows[0]?.[0]) !== value) wrong.push(`${name} in ${unit}: ${call}`);
  }
  return wrong;
}

function shadowing(driver: SqlDriver): string[] {
  const { foreignFunctions, functions } = driver.dialect;
  return foreignFunctions
    .filter(
      ({ kind, name, arity }) =>
        kind === undefined && arity === undefined && functions.has(name.toLowerCase()),
    )
    .map(({ name }) => name);
}

interface Engine {
  readonly driver: SqlDriver;
  readonly row: string;
  /** Tries many texts at once faster than a driver does. */
  readonly search?: Run;
  readonly drop?: () => Promise<void>;
}

const folder = temporaryFolder();
const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  async SQLite() {
    const path = join(folder, "empty.sqlite");
    new DatabaseSync(path).exec("CREATE TABLE t (a)");
    return { driver: await openSqliteDriver({ path }), row: `SELECT ${ROW}, 1 AS ok, '{"a":1}' AS js` };
  },
  async DuckDB() {
    const path = join(folder, "empty.duckdb");
    await asDuckdbOwner(path, "CREATE TABLE t (a INTEGER)");
    const row = `SELECT ${typedRow("INTEGER")}, true AS ok, '{"a":1}'::JSON AS js`;
    return { driver: await openDuckdbDriver({ path }), row };
  },
  async PostgreSQL() {
    const { url, execute, drop } = await scratchPostgresDatabase();
    const row = `SELECT ${typedRow("integer")}, true AS ok, '{"a":1}'::jsonb AS js`;
    return { driver: await openPostgresDriver({ url }), row, search: execute, drop };
  },
};
const missing = await postgresIsMissing();

describe.each(Object.entries(ENGINES))("functions of other dialects on %s", (name, open) => {
  it.skipIf(name === "PostgreSQL" && missing !== undefined)(
    "have templates that run, give what the foreign function gives, and hide none of the engine's own",
    async () => {
      const { driver, row, search, drop } = await open();
      try {
        expect(await brokenTemplates(driver, row, search)).toEqual([]);
        expect(await wrongValues(driver, row)).toEqual([]);
        expect(await wrongUnits(driver, row)).toEqual([]);
        expect(shadowing(driver)).toEqual([]);
      } finally {
        await driver.close();
        await drop?.();
      }
    },
  );
});
