import { DatabaseSync } from "node:sqlite";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { PrivacyPolicy } from "../../../../src/environments/database/privacy/privacy-policy.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../../../support/postgres.ts";

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

export const postgres: Engine = {
  name: "PostgreSQL",
  home: "public",
  driver: (url) => openPostgresDriver({ url }),
  async make() {
    const database = await scratchPostgresDatabase();
    await database.execute(`${SHARED}
      CREATE TABLE people (id integer PRIMARY KEY, mail text, shout text GENERATED ALWAYS AS (upper(mail)) STORED);
      INSERT INTO people (id, mail) VALUES (1, '${MASKED}');
      CREATE SCHEMA hr; CREATE TABLE hr.staff (id integer PRIMARY KEY, name text, pay text); INSERT INTO hr.staff VALUES (1, 'Zoe', '${SECRET}-pay');
      CREATE TABLE hr.users (id integer, word text); INSERT INTO hr.users VALUES (1, '${SECRET}-hr');
      CREATE FUNCTION tell() RETURNS text LANGUAGE sql AS 'SELECT word FROM secrets LIMIT 1';
      CREATE FUNCTION lower(secrets) RETURNS text LANGUAGE sql AS 'SELECT $1.word';
      CREATE VIEW declared AS SELECT most_common_vals::text, histogram_bounds::text FROM pg_stats;
      CREATE VIEW told AS SELECT tell() AS answer;
      CREATE MATERIALIZED VIEW kept AS SELECT name, ssn FROM users;
      CREATE TABLE days (id integer, day integer, token text) PARTITION BY LIST (day);
      CREATE TABLE days_1 PARTITION OF days FOR VALUES IN (1); INSERT INTO days VALUES (1, 1, '${SECRET}-day');
      CREATE TABLE animals (id integer, tag text); CREATE TABLE dogs (bark text) INHERITS (animals);
      INSERT INTO dogs VALUES (1, '${SECRET}-dog', 'wuff');
      CREATE TABLE "Users" (id integer, "Email" text); INSERT INTO "Users" VALUES (1, '${SECRET}-upper');
      INSERT INTO secrets SELECT n, 1, '${SECRET}-' || n % 2 FROM generate_series(10, 30) AS n;
      ANALYZE;`);
    return { target: database.url, drop: () => database.drop() };
  },
};

const missing = await postgresIsMissing();

export const engines: readonly Engine[] = missing === undefined ? [sqlite, postgres] : [sqlite];

const POLICY: PrivacyPolicy = {
  deny: ["secrets", "users.ssn"],
  mask: ["users.email", "orders.user_email", "people.mail"],
};

export function policyFor(engine: string): PrivacyPolicy {
  if (engine !== "PostgreSQL") return POLICY;
  return {
    deny: [...(POLICY.deny ?? []), "days", "hr.users"],
    mask: [...(POLICY.mask ?? []), "animals.tag", "hr.staff.pay"],
  };
}
