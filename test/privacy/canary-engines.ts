import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  type DatabaseEnvironmentOptions,
} from "../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../src/environments/database/driver/sql-driver.ts";
import { openDuckdbDriver } from "../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openMysqlDriver } from "../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { asDuckdbOwner } from "../support/duckdb-owner.ts";
import { mariadbIsMissing, scratchMariadb } from "../support/mariadb.ts";
import { ENGINES, type Engine, type PerEngine } from "../support/per-engine.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../support/postgres.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ACTIONS, CANARY_SQL } from "./canary-database.ts";

type Actions = typeof ACTIONS;

/** A table with what the engine's own types, comments and defaults can hold of values. */
const THING: PerEngine<readonly string[]> = {
  sqlite: [
    `CREATE TABLE thing (id integer PRIMARY KEY, mood text CHECK (mood IN ('Canary-M1', 'Canary-M2')), born date, seen datetime,
      extra text, note text DEFAULT 'Canary-D')`,
    `INSERT INTO thing VALUES (770001, 'Canary-M1', '2950-01-02', '2950-01-02 10:00:00', '{"canary_key": "Canary-J"}', 'Canary note'),
      (770002, 'Canary-M2', '2951-01-02', '2951-01-02 10:00:00', '{"canary_key": "Canary-K"}', 'Canary other')`,
  ],
  duckdb: [
    "CREATE TYPE mood AS ENUM ('Canary-M1', 'Canary-M2')",
    `CREATE TABLE thing (id integer PRIMARY KEY, mood mood, born date, seen timestamp, extra json, note text DEFAULT 'Canary-D',
      tags text[], pairs map(text, integer), price decimal(10, 2))`,
    `INSERT INTO thing VALUES
      (770001, 'Canary-M1', '2950-01-02', '2950-01-02 10:00:00', '{"canary_key": "Canary-J"}', 'Canary note', ['Canary-T'], MAP {'canary_pair': 770301}, 770401.50),
      (770002, 'Canary-M2', '2951-01-02', '2951-01-02 10:00:00', '{"canary_key": "Canary-K"}', 'Canary other', ['Canary-U'], MAP {'canary_pair': 770302}, 770402.50)`,
    "COMMENT ON TABLE thing IS 'Things such as Canary-1'",
    "COMMENT ON COLUMN thing.note IS 'Such as Canary-1'",
  ],
  postgres: [
    "CREATE TYPE mood AS ENUM ('Canary-M1', 'Canary-M2')",
    `CREATE TABLE thing (id integer PRIMARY KEY, mood mood, born date, seen timestamp, extra jsonb, note text DEFAULT 'Canary-D',
      tags text[], price numeric(10, 2))`,
    `INSERT INTO thing VALUES
      (770001, 'Canary-M1', '2950-01-02', '2950-01-02 10:00:00', '{"canary_key": "Canary-J"}', 'Canary note', ARRAY['Canary-T'], 770401.50),
      (770002, 'Canary-M2', '2951-01-02', '2951-01-02 10:00:00', '{"canary_key": "Canary-K"}', 'Canary other', ARRAY['Canary-U'], 770402.50)`,
    "COMMENT ON TABLE thing IS 'Things such as Canary-1'",
    "COMMENT ON COLUMN thing.note IS 'Such as Canary-1'",
    "ANALYZE",
  ],
  mariadb: [
    `CREATE TABLE thing (id integer PRIMARY KEY, mood enum('Canary-M1', 'Canary-M2'), born date, seen datetime, extra json,
      note text DEFAULT 'Canary-D' COMMENT 'Such as Canary-1', tags set('Canary-T', 'Canary-U'), price decimal(10, 2))
      COMMENT 'Things such as Canary-1'`,
    `INSERT INTO thing VALUES
      (770001, 'Canary-M1', '2950-01-02', '2950-01-02 10:00:00', '{"canary_key": "Canary-J"}', 'Canary note', 'Canary-T', 770401.50),
      (770002, 'Canary-M2', '2951-01-02', '2951-01-02 10:00:00', '{"canary_key": "Canary-K"}', 'Canary other', 'Canary-U', 770402.50)`,
  ],
};

const check = (query: string): Actions[number] => ["check_query", { query }];
const search = (query: string): Actions[number] => ["search_by_SQL", { query }];

/** Where every engine has something of its own to say: failing casts, dates in its types, lists of values, names of columns. */
const EVERYWHERE: Actions = [
  ["describe_tables", { tables: ["thing"] }],
  ["get_date_format", { table: "thing", column: "born" }],
  ["get_date_format", { table: "thing", column: "seen" }],
  ["get_distinct_values", { table: "thing", column: "mood" }],
  ["get_distinct_values", { table: "thing", column: "extra" }],
  ["is_value_in_column", { table: "thing", column: "mood", value: "cnary-M1" }],
  ["find_columns_containing_value", { value: "M2" }],
  search("SELECT * FROM thing"),
  check("SELECT id FROM thing WHERE mood = 'Cnary-M1'"),
  check("SELECT id FROM thing WHERE born > '3000-01-01'"),
  check("SELECT id FROM thing WHERE born = '01/02/2000'"),
  check("SELECT id FROM thing WHERE born = 'yesterday'"),
  check("SELECT id FROM thing WHERE seen LIKE '2000%'"),
  check("SELECT id FROM thing WHERE born = 2000"),
  check("SELECT YEAR(joined) FROM person"),
  check("SELECT EXTRACT(MONTH FROM joined) FROM person"),
  check("SELECT YEAR(mixed) FROM person"),
  check("SELECT id FROM person WHERE joined > '2000-01-01'"),
  check("SELECT min(born), max(seen), max(note) FROM thing"),
  check("SELECT CAST(name AS integer) FROM person"),
  check("SELECT CAST(name AS date) FROM person"),
  check("SELECT name + 1 FROM person"),
  check("SELECT sum(name) FROM person"),
  check("SELECT name FROM person WHERE salary = 'much'"),
  check("SELECT name FROM person WHERE city_id = name"),
  check("SELECT CASE WHEN name LIKE 'C%' THEN name ELSE code END, name || code FROM person"),
  check("SELECT p.name FROM person p JOIN city c ON p.name = c.name"),
  check("SELECT count(*) FROM person GROUP BY name HAVING max(salary) > 990000"),
  search("SELECT CAST(name AS integer) FROM person"),
  search("SELECT CAST(joined AS date) FROM person"),
  search("SELECT CAST(amount AS decimal(10, 2)) FROM person"),
  search("SELECT salary / (salary - salary) FROM person"),
  search("SELECT salary * salary * salary * salary * 1000000000 FROM person"),
  search("SELECT (SELECT name FROM person) FROM city"),
  search("SELECT name FROM person ORDER BY nme"),
  search("SELECT name 'x' FROM persn"),
];

const OWN: PerEngine<Actions> = {
  sqlite: [
    search("SELECT json_extract('{}', name) FROM person"),
    search("SELECT json(name) FROM person"),
    search("SELECT * FROM json_each((SELECT extra FROM thing))"),
    search("SELECT load_extension(name) FROM person"),
  ],
  duckdb: [
    search("PIVOT thing ON note USING count(*) GROUP BY mood"),
    search("SELECT * FROM (PIVOT thing ON mood)"),
    search("SELECT error(name) FROM person"),
    search("SELECT strptime(name, '%Y') FROM person"),
    search("SELECT name::int FROM person"),
    search("SELECT CAST(name AS mood) FROM person"),
    search("SELECT name::struct(a int) FROM person"),
    search("SELECT extra::struct(a int) FROM thing"),
    search("SELECT json_extract(name, '$') FROM person"),
    search("SELECT histogram(name) FROM person"),
    search("SELECT unnest(extra::json->'$.*') FROM thing"),
    search("SUMMARIZE thing"),
    search("DESCRIBE thing"),
    search("SELECT regexp_matches('a', '(' || name) FROM person"),
    search("SELECT * FROM query_table('person')"),
    search("UNPIVOT thing ON note, mood::text"),
    check("FROM thing SELECT note"),
    check("PIVOT thing ON code"),
    check("PIVOT thing ON note"),
    check("SELECT cnary FROM (PIVOT person ON name USING sum(salary))"),
    check("PIVOT person ON name, code USING sum(salary)"),
    ["order_by", { order_by_statement: "cnary" }],
    check("PIVOT thing ON note"),
  ],
  postgres: [
    search("SELECT name::date FROM person"),
    search("SELECT to_date(name, 'YYYY') FROM person"),
    search("SELECT to_timestamp(name, 'YYYY-MM') FROM person"),
    search("SELECT to_number(name, '999') FROM person"),
    search("SELECT name::json FROM person"),
    search("SELECT name::mood FROM person"),
    search("SELECT name::xml FROM person"),
    search("SELECT format(name || '%z') FROM person"),
    search("SELECT 'a' ~ ('(' || name) FROM person"),
    search("SELECT note::regclass FROM thing"),
    search("SELECT note::text[] FROM thing"),
    search("SELECT note::interval FROM thing"),
    search("SELECT extra['key']::int FROM thing"),
    search("SELECT (extra->'key')::int FROM thing"),
    search("SELECT * FROM jsonb_each((SELECT extra FROM thing LIMIT 1))"),
    search("SELECT * FROM jsonb_to_record((SELECT extra FROM thing LIMIT 1)) AS t(key integer)"),
    search("SELECT row_to_json(thing) FROM thing"),
    search("SELECT current_setting(name) FROM person"),
    search("SELECT to_char(born, note) FROM thing"),
    search("SELECT EXTRACT(note FROM born) FROM thing"),
    search("SELECT date_trunc(note, seen) FROM thing"),
    search("SELECT seen AT TIME ZONE note FROM thing"),
    search("SELECT make_date(salary, 1, 1) FROM person"),
    search("SELECT salary::smallint FROM person"),
    search("SELECT encode(note::bytea, note) FROM thing"),
  ],
  mariadb: [
    search("SELECT extractvalue(1, concat('~', name)) FROM person"),
    search("SELECT updatexml(1, concat('~', name), 1) FROM person"),
    search("SELECT json_value(name, '$.x') FROM person"),
    search("SELECT json_extract('{}', name) FROM person"),
    search("SELECT exp(salary) FROM person"),
    search("SELECT ~0 + salary FROM person"),
    search("SELECT 'a' REGEXP concat('(', name) FROM person"),
    search("SELECT CONVERT(name USING utf9) FROM person"),
    search("SELECT CAST(name AS inet4) FROM person"),
    search("SELECT column_get(name, 'a' AS integer) FROM person"),
    search("SELECT name_const(name, 1) FROM person"),
    search("SELECT date_format(born, note) FROM thing"),
    search("SELECT GeomFromText(note) FROM thing"),
    search("SELECT CAST(concat(salary, salary, salary, salary) AS unsigned) FROM person"),
    check("SELECT id FROM thing WHERE tags = 'cnary-T'"),
  ],
};

export interface CanaryEngine {
  readonly engine: Engine;
  /** Why it cannot run here. */
  readonly missing: string | undefined;
  /** What to do in it: the actions of every database, and its own. None names a canary as a value that it looks for. */
  readonly actions: readonly (readonly [tool: string, given: JsonObject])[];
  create(): Promise<CanaryPlace>;
}

export interface CanaryPlace {
  open(more?: Partial<DatabaseEnvironmentOptions>): Promise<DatabaseEnvironment>;
  drop(): Promise<void>;
}

async function opened(
  driver: SqlDriver,
  cacheFolder: string,
  more: Partial<DatabaseEnvironmentOptions> = {},
): Promise<DatabaseEnvironment> {
  return createDatabaseEnvironment({
    id: "db",
    driver,
    cacheFolder,
    indexMode: "memory",
    valueIndex: "full",
    ...more,
  });
}

const statements = (engine: Engine) => [...CANARY_SQL, ...THING[engine]];
const actions = (engine: Engine) => [...ACTIONS, ...EVERYWHERE, ...OWN[engine]];

/** The same canaries on each engine; the databases of the tests of one file. */
export const CANARY_ENGINES: PerEngine<CanaryEngine> = {
  sqlite: {
    engine: "sqlite",
    missing: undefined,
    actions: actions("sqlite"),
    async create() {
      const folder = temporaryFolder();
      const path = join(mkdtempSync(join(folder, "d")), "data.sqlite");
      const database = new DatabaseSync(path);
      for (const sql of statements("sqlite")) database.exec(sql);
      database.close();
      return {
        open: async (more) => opened(await openSqliteDriver({ path, poolSize: 1 }), folder, more),
        drop: async () => {},
      };
    },
  },
  duckdb: {
    engine: "duckdb",
    missing: undefined,
    actions: actions("duckdb"),
    async create() {
      const folder = temporaryFolder();
      const path = join(mkdtempSync(join(folder, "d")), "data.duckdb");
      await asDuckdbOwner(path, ...statements("duckdb"));
      return {
        open: async (more) => opened(await openDuckdbDriver({ path, poolSize: 1 }), folder, more),
        drop: async () => {},
      };
    },
  },
  postgres: {
    engine: "postgres",
    missing: await postgresIsMissing(),
    actions: actions("postgres"),
    async create() {
      const scratch = await scratchPostgresDatabase();
      for (const sql of statements("postgres")) await scratch.execute(sql);
      return {
        open: async (more) => opened(await openPostgresDriver({ url: scratch.url }), "", more),
        drop: () => scratch.drop(),
      };
    },
  },
  mariadb: {
    engine: "mariadb",
    missing: await mariadbIsMissing(),
    actions: actions("mariadb"),
    async create() {
      const scratch = await scratchMariadb();
      for (const sql of statements("mariadb")) await scratch.execute(sql);
      return {
        open: async (more) => opened(await openMysqlDriver({ url: scratch.url }), "", more),
        drop: () => scratch.drop(),
      };
    },
  },
};

/** Those that run here, and of the others why not. */
export const RUNNING: readonly CanaryEngine[] = ENGINES.map((engine) => CANARY_ENGINES[engine]).filter(
  ({ missing }) => missing === undefined,
);
export const MISSING: readonly string[] = ENGINES.flatMap((engine) => CANARY_ENGINES[engine].missing ?? []);
