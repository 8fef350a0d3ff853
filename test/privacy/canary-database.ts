import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createDatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { JsonObject } from "../../src/util/json.ts";

/** What every value of the test data has in it: letters, a number or a year that stands nowhere else. Engines tell the beginning of a text, too. */
export const CANARY = /cana|(?<!\d)77\d{4,}|(?<!\d)29[45]\d(?!\d)|zqx[ab]/iu;

/** In SQL that every engine takes. */
export const CANARY_SQL: readonly string[] = [
  "CREATE TABLE city (id integer PRIMARY KEY, name text NOT NULL, country text CHECK (country IN ('Canary-C1', 'Canary-C2')))",
  `CREATE TABLE person (id integer PRIMARY KEY, name text NOT NULL, city_id integer REFERENCES city (id), salary integer, joined text,
    code text, mixed text, amount text, started integer)`,
  "CREATE TABLE visit (person_id integer REFERENCES person (id), place text, on_day text)",
  ...[1, 2, 3, 4].map(
    (n) =>
      `INSERT INTO city VALUES (77000${n}, '${n === 4 ? "canary-1 " : `Canary-${n}`}', 'Canary-C${1 + (n % 2)}')`,
  ),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (n) =>
      `INSERT INTO person VALUES (77010${n}, 'Canary Person-${n}', 77000${1 + (n % 3)}, ${n === 3 ? "NULL" : `77020${n}`}, '0${n}/1${n % 3}/295${n % 3}', 'zqx${n % 2 ? "a" : "b"}', ${n % 2 ? `'295${n % 3}-01-0${n}'` : `'0${n}.02.295${n % 3}'`}, '77,3${n}4', 295${n % 3})`,
  ),
  ...[1, 2, 3].map((n) => `INSERT INTO visit VALUES (77010${n}, 'Canary Place ${n}', '295${n}-0${n}-01')`),
];

/** A database in which every cell is a canary. */
export async function canaryDatabase(folder: string, more: { readonly sampleRows?: number } = {}) {
  const path = join(mkdtempSync(join(folder, "d")), "data.sqlite");
  const database = new DatabaseSync(path);
  for (const sql of CANARY_SQL) database.exec(sql);
  database.close();
  return createDatabaseEnvironment({
    id: "db",
    driver: await openSqliteDriver({ path, poolSize: 1 }),
    cacheFolder: folder,
    indexMode: "memory",
    ...more,
  });
}

/** Each tool, and what the tools have to say about values: near ones, other forms, ranges, codes, examples. None names a canary itself. */
export const ACTIONS: readonly (readonly [tool: string, given: JsonObject])[] = [
  ["describe_tables", { tables: ["person", "city"] }],
  ["find_columns_containing_value", { value: "cnary-1" }],
  ["find_columns_containing_value", { value: "person 3" }],
  ["find_columns_containing_value_fuzzy", { value: "cnary-1" }],
  ["is_value_in_column", { table: "city", column: "name", value: "cnary-1" }],
  ["is_value_in_column", { table: "city", column: "name", value: "nowhere" }],
  ["get_distinct_values", { table: "city", column: "name" }],
  ["get_distinct_values", { table: "person", column: "salary" }],
  ["get_date_format", { table: "person", column: "joined" }],
  ["get_date_format", { table: "person", column: "started" }],
  ["get_date_format", { table: "person", column: "mixed" }],
  ["find_join_path", { tables: ["person", "city"] }],
  ["search_by_SQL", { query: "SELECT * FROM person" }],
  ["search_by_SQL", { query: "SELECT name, salary FROM person ORDER BY salary" }],
  ["from", { from_statement: "person JOIN city ON person.city_id = city.id" }],
  ["where", { where_statement: "city.name = 'Cnary-1'" }],
  ["where", { where_statement: "city.country = 'anary-C1' AND person.salary > 990000" }],
  ["where", { where_statement: "person.salary > 990000" }],
  ["where", { where_statement: "person.joined > '2000-01-01'" }],
  ["where", { where_statement: "person.mixed = '2000-01-01'" }],
  ["where", { where_statement: "person.amount = 771" }],
  ["where", { where_statement: "person.code = 'zebra'" }],
  ["where", { where_statement: "" }],
  ["select", { select_statement: "person.name, person.salary" }],
  ["order_by", { order_by_statement: "person.amount DESC LIMIT 2" }],
  ["group_by", { group_by_statement: "person.name" }],
  ["having", { having_statement: "count(*) > 4" }],
  ["check_query", { query: "" }],
  [
    "check_query",
    { query: "SELECT name, max(joined), min(mixed), sum(amount), avg(CAST(amount AS integer)) FROM person" },
  ],
  ["check_query", { query: "SELECT name FROM person WHERE mixed = '01.02.2000'" }],
  ["check_query", { query: "SELECT name FROM city WHERE name = 'cnary-2'" }],
  ["check_query", { query: "SELECT max(amount) FROM person ORDER BY 1 LIMIT 1" }],
  ["check_query", { query: "SELECT nme FROM person" }],
  ["check_query", { query: "SELECT json_extract(name, '$.x') FROM person" }],
  ["check_query", { query: "SELECT name FROM person ORDER BY city_id LIMIT 2" }],
  [
    "check_query",
    { query: "SELECT strftime('%Y', joined) FROM person WHERE strftime('%Y', joined) = '2000'" },
  ],
  ["search_by_SQL", { query: "SELECT name FROM person WHERE started = '2000-01-01'" }],
  ["no_such_tool", {}],
  ["get_distinct_values", { table: "persn", column: "name" }],
  ["get_distinct_values", { table: "person", column: "nam" }],
];
