import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { PrivacyRules } from "../../../../src/environment/privacy-rules.ts";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openDuckdbDriver } from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openDataFiles } from "../../../../src/environments/database/drivers/duckdb/files/open-data-files.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../../../support/postgres.ts";
import { workbook } from "../../../support/zip-file.ts";

export const SECRET = "CANARY-7f3a";
export const MASKED = "QUAIL-91bd";

const SHARED = `
CREATE TABLE users (id integer PRIMARY KEY, name text NOT NULL, email text UNIQUE, ssn text, age integer);
CREATE TABLE orders (id integer PRIMARY KEY, user_id integer REFERENCES users (id), user_email text REFERENCES users (email), total integer);
CREATE TABLE secrets (id integer PRIMARY KEY, user_id integer REFERENCES users (id), word text);
CREATE TABLE notes (id integer PRIMARY KEY, secret_id integer REFERENCES secrets (id), text text);
INSERT INTO users VALUES (1, 'Ada', '${MASKED}@a.example', '${SECRET}-1', 36), (2, 'Bob', NULL, '${SECRET}-2', 41), (3, 'Cy', 'c${MASKED}@a.example', NULL, 7);
INSERT INTO secrets VALUES (1, 1, '${SECRET}-word');
INSERT INTO orders VALUES (1, 1, '${MASKED}@a.example', 10), (2, 2, NULL, 20);
INSERT INTO notes VALUES (1, 1, 'plain');
CREATE VIEW contacts AS SELECT id, email FROM users;
CREATE VIEW contact_count AS SELECT count(id) AS n FROM contacts;
CREATE VIEW everything AS SELECT * FROM users;
CREATE VIEW names AS SELECT id, name FROM users;
CREATE VIEW words AS SELECT word FROM secrets;`;

export interface Engine {
  readonly name: string;
  /** The schema that needs no name. */
  readonly home: string;
  /** A database of its own, as a person names it. */
  make(folder: string): Promise<Made>;
  driver(target: string): Promise<SqlDriver>;
}

export interface Made {
  readonly target: string;
  readonly drop: () => Promise<void>;
}

/** A driver of a database of its own. */
export async function opened(
  { make, driver: open }: Engine,
  folder: string,
): Promise<{ readonly driver: SqlDriver; readonly done: () => Promise<void> }> {
  const { target, drop } = await make(folder);
  const driver = await open(target);
  return { driver, done: () => driver.close().finally(drop) };
}

export const sqlite: Engine = {
  name: "SQLite",
  home: "main",
  driver: (path) => openSqliteDriver({ path }),
  async make(folder) {
    const path = `${folder}/shop.sqlite`;
    const database = new DatabaseSync(path);
    database.exec(SHARED);
    database.exec(`
      CREATE TABLE people (id integer PRIMARY KEY, mail text, shout text GENERATED ALWAYS AS (upper(mail)) VIRTUAL, loud text AS (shout || '!'));
      INSERT INTO people (id, mail) VALUES (1, '${MASKED}');
      CREATE VIRTUAL TABLE users_text USING fts5(name, email, content='users', content_rowid='id');
      INSERT INTO users_text (users_text) VALUES ('rebuild');
      CREATE VIRTUAL TABLE notes_text USING fts5(text);
      INSERT INTO notes_text VALUES ('plain words');
      CREATE VIEW declared AS SELECT sql FROM sqlite_master;
      CREATE INDEX secrets_word ON secrets (word); ANALYZE;`);
    database.close();
    return { target: path, drop: async () => {} };
  },
};

/** Functions of PostgreSQL that columns, aggregates and other functions call. */
const CALLED_BY_OTHERS = `
      CREATE FUNCTION ssn_of(a integer) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT ssn FROM users WHERE id = a';
      CREATE TABLE computed (id integer, x text GENERATED ALWAYS AS (ssn_of(id)) STORED); INSERT INTO computed VALUES (1);
      CREATE FUNCTION add_ssn(a text, b text) RETURNS text LANGUAGE sql AS 'SELECT a || max(ssn) FROM users';
      CREATE AGGREGATE ssn_agg (text) (SFUNC = add_ssn, STYPE = text);
      CREATE VIEW aggregated AS SELECT ssn_agg(name) AS x FROM names;
      CREATE FUNCTION as_rows(text, boolean, boolean, text) RETURNS xml LANGUAGE internal AS 'query_to_xml';
      CREATE VIEW told_by_other_name AS SELECT as_rows('SELECT wo' || 'rd FROM sec' || 'rets', true, true, '')::text AS x;
      CREATE FUNCTION by_symbol() RETURNS text LANGUAGE sql AS 'SELECT 1 ### 2';
      CREATE VIEW told_by_symbol AS SELECT by_symbol() AS x;`;

export const postgres: Engine = {
  name: "PostgreSQL",
  home: "public",
  driver: (url) => openPostgresDriver({ url }),
  async make() {
    const database = await scratchPostgresDatabase();
    await database.execute(`${SHARED}
      CREATE TABLE people (id integer PRIMARY KEY, mail text, shout text GENERATED ALWAYS AS (upper(mail)) STORED);
      INSERT INTO people (id, mail) VALUES (1, '${MASKED}');
      CREATE TYPE mood AS ENUM ('${SECRET}-mood', '${MASKED}-mood'); CREATE TABLE moods (id integer, felt mood, kept mood[]); INSERT INTO moods VALUES (1, '${SECRET}-mood', NULL);
      CREATE SCHEMA hr; CREATE TABLE hr.staff (id integer PRIMARY KEY, name text, pay text); INSERT INTO hr.staff VALUES (1, 'Zoe', '${SECRET}-pay');
      CREATE TABLE hr.users (id integer, word text); INSERT INTO hr.users VALUES (1, '${SECRET}-hr');
      CREATE FUNCTION tell() RETURNS text LANGUAGE sql AS 'SELECT word FROM secrets LIMIT 1';
      CREATE FUNCTION lower(secrets) RETURNS text LANGUAGE sql AS 'SELECT $1.word';
      CREATE VIEW declared AS SELECT most_common_vals::text, histogram_bounds::text FROM pg_stats;
      CREATE VIEW told AS SELECT tell() AS answer;
      CREATE VIEW renamed AS SELECT u.d AS x FROM users u(a, b, c, d, e);
      CREATE VIEW joined AS SELECT j.d AS x FROM (users CROSS JOIN (VALUES (1)) v(n)) j(a, b, c, d, e, f);
      CREATE VIEW as_text AS SELECT u::text AS x FROM users u;
      CREATE FUNCTION tell_renamed() RETURNS text LANGUAGE sql AS 'SELECT max(d) FROM users u(a, b, c, d, e)';
      CREATE VIEW told_renamed AS SELECT tell_renamed() AS x;
      CREATE FUNCTION tell_row() RETURNS SETOF text LANGUAGE sql AS 'SELECT u::text FROM users u';
      CREATE VIEW told_row AS SELECT x FROM tell_row() t(x);
      CREATE FUNCTION tell_put_together() RETURNS SETOF text LANGUAGE plpgsql
        AS $$BEGIN RETURN QUERY EXECUTE 'SELECT wo' || 'rd FROM sec' || 'rets'; END$$;
      CREATE VIEW told_put_together AS SELECT x FROM tell_put_together() t(x);
      CREATE FUNCTION tell_coded() RETURNS text LANGUAGE sql AS 'SELECT max(word) FROM U&"\\0073ecrets"';
      CREATE VIEW told_coded AS SELECT tell_coded() AS x;
      CREATE VIEW as_xml AS SELECT query_to_xml('SELECT wo' || 'rd FROM sec' || 'rets', true, true, '')::text AS x;
      CREATE FUNCTION tell_of(a integer, b integer) RETURNS text LANGUAGE sql AS 'SELECT max(word) FROM secrets';
      CREATE OPERATOR ### (LEFTARG = integer, RIGHTARG = integer, FUNCTION = tell_of);
      CREATE FUNCTION is_told(a integer, b integer) RETURNS boolean LANGUAGE sql AS 'SELECT max(word) > ''a'' FROM secrets';
      CREATE OPERATOR <### (LEFTARG = integer, RIGHTARG = integer, FUNCTION = is_told);
      CREATE VIEW by_operator AS SELECT 1 ### 2 AS x;
      CREATE MATERIALIZED VIEW kept AS SELECT name, ssn FROM users;
      CREATE TABLE days (id integer, day integer, token text) PARTITION BY LIST (day);
      CREATE TABLE days_1 PARTITION OF days FOR VALUES IN (1); INSERT INTO days VALUES (1, 1, '${SECRET}-day');
      CREATE TABLE animals (id integer, tag text); CREATE TABLE dogs (bark text) INHERITS (animals);
      INSERT INTO dogs VALUES (1, '${SECRET}-dog', 'wuff');
      CREATE TABLE "Users" (id integer, "Email" text); INSERT INTO "Users" VALUES (1, '${SECRET}-upper');
      INSERT INTO secrets SELECT n, 1, '${SECRET}-' || n % 2 FROM generate_series(10, 30) AS n;
      ANALYZE;
      ${CALLED_BY_OTHERS}`);
    return { target: database.url, drop: () => database.drop() };
  },
};

export const duckdb: Engine = {
  name: "DuckDB",
  home: "main",
  driver: (path) => openDuckdbDriver({ path }),
  async make(folder) {
    const path = `${folder}/shop.duckdb`;
    await asDuckdbOwner(
      path,
      SHARED,
      `CREATE TABLE people (id integer PRIMARY KEY, mail text, shout text GENERATED ALWAYS AS (upper(mail)));
      INSERT INTO people (id, mail) VALUES (1, '${MASKED}');
      CREATE SCHEMA hr; CREATE TABLE hr.staff (id integer PRIMARY KEY, name text, pay text); INSERT INTO hr.staff VALUES (1, 'Zoe', '${SECRET}-pay');
      CREATE TABLE hr.users (id integer, word text); INSERT INTO hr.users VALUES (1, '${SECRET}-hr');
      CREATE TYPE mood AS ENUM ('${SECRET}-mood', '${MASKED}-mood');
      CREATE TABLE moods (id integer, felt mood, kept STRUCT(now mood, before mood[])); INSERT INTO moods VALUES (1, '${SECRET}-mood', NULL);
      CREATE MACRO tell() AS (SELECT word FROM secrets LIMIT 1);
      CREATE MACRO tell_all() AS TABLE SELECT * FROM secrets;
      CREATE MACRO hr.twice(x) AS x || (SELECT min(word) FROM secrets);
      CREATE VIEW told AS SELECT tell() AS answer;
      CREATE VIEW rows AS SELECT users FROM users;
      CREATE VIEW aliased AS SELECT u FROM users u;
      CREATE VIEW renamed AS SELECT d FROM users AS u(a, b, c, d, e);
      CREATE VIEW placed AS SELECT id, COLUMNS('s.n') FROM users;
      CREATE VIEW listed AS SELECT orders, users FROM orders, users;
      CREATE VIEW turned AS FROM users UNPIVOT (v FOR k IN (name, email));
      CREATE VIEW summed AS FROM (SUMMARIZE users);
      CREATE VIEW put_together AS FROM query('SELECT word FROM sec' || 'rets');
      CREATE VIEW declared AS SELECT sql FROM duckdb_tables();
      CREATE VIEW "of a view" AS SELECT * FROM names;
      CREATE TABLE query (id integer); CREATE TABLE duckdb_tables (id integer);
      CREATE INDEX secrets_word ON secrets (word);`,
    );
    return { target: path, drop: async () => {} };
  },
};

/** The same as files of all kinds, without views. */
export const dataFiles: Engine = {
  name: "data files",
  home: "main",
  async driver(folder) {
    const files = readdirSync(folder).map((name) => join(folder, name));
    const { path, readable } = await openDataFiles({ files, cacheFolder: `${folder}-cache` });
    return openDuckdbDriver({ path, readable });
  },
  async make(parent) {
    const folder = join(parent, "shop");
    mkdirSync(folder);
    const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
    write(
      "users.csv",
      `id,name,email,ssn,age\n1,Ada,${MASKED}@a.example,${SECRET}-1,36\n2,Bob,,${SECRET}-2,41\n3,Cy,c${MASKED}@a.example,,7\n`,
    );
    write(
      "orders.json",
      JSON.stringify([
        { id: 1, user_id: 1, user_email: `${MASKED}@a.example`, total: 10, at: { place: `${SECRET}-place` } },
        { id: 2, user_id: 2, user_email: null, total: 20, at: null },
      ]),
    );
    write("secrets.ndjson", JSON.stringify({ id: 1, user_id: 1, word: `${SECRET}-word` }));
    write("notes.tsv", "id\tsecret_id\ttext\tlong\n1\t1\tplain\tx\n");
    const pays = Array.from({ length: 30 }, (_, at) => `${at},${at * 7}`).join("\n");
    write("pays.csv", `id,pay\n${pays}\n30,${MASKED}-pay\n`);
    write(
      "staff.xlsx",
      workbook({
        pay: [
          ["id", "name", "pay"],
          [1, "Zoe", `${SECRET}-pay`],
        ],
      }),
    );
    const parquet = join(folder, "people.parquet");
    const rows = `SELECT 1 AS id, '${MASKED}' AS mail, upper('${MASKED}') AS shout`;
    await asDuckdbOwner(":memory:", `COPY (${rows}) TO '${parquet}' (FORMAT parquet)`);
    return { target: folder, drop: async () => {} };
  },
};

const missing = await postgresIsMissing();

export const engines: readonly Engine[] = [sqlite, duckdb, ...(missing === undefined ? [postgres] : [])];

export const enginesAndFiles: readonly Engine[] = [...engines, dataFiles];

const POLICY: PrivacyRules = {
  deny: ["secrets", "users.ssn"],
  mask: ["users.email", "orders.user_email", "people.mail"],
};

export function policyFor(engine: string): PrivacyRules {
  if (engine === "DuckDB") {
    return {
      deny: [...(POLICY.deny ?? []), "hr.users"],
      mask: [...(POLICY.mask ?? []), "hr.staff.pay", "moods.felt", "moods.kept"],
    };
  }
  if (engine === "data files") {
    return {
      deny: [...(POLICY.deny ?? []), "staff.pay", 'orders."at.place"'],
      mask: [...(POLICY.mask ?? []), "people.shout", "pays.pay"],
    };
  }
  if (engine !== "PostgreSQL") return POLICY;
  return {
    deny: [...(POLICY.deny ?? []), "days", "hr.users"],
    mask: [...(POLICY.mask ?? []), "animals.tag", "hr.staff.pay", "moods.felt", "moods.kept"],
  };
}
