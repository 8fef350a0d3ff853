import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openDuckdbDriver } from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const signal = new AbortController().signal;
const tablesOf = async (driver: SqlDriver) =>
  (await driver.introspect(signal)).tables.map(({ name }) => name);
const ask = async (driver: SqlDriver, sql: string) =>
  (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows;

describe("On SQLite", () => {
  let driver: SqlDriver;
  const path = join(temporaryFolder(), "texts.sqlite");

  beforeAll(async () => {
    const database = new DatabaseSync(path);
    database.exec(`
      CREATE TABLE users (id integer PRIMARY KEY, name text, ssn text);
      INSERT INTO users VALUES (1, 'Ada', 'CANARY 9');
      CREATE VIRTUAL TABLE names USING fts5(name, content='users', content_rowid='id');
      CREATE VIRTUAL TABLE old_names USING fts4(content="users", name, tokenize=porter);
      CREATE VIRTUAL TABLE whole USING fts4(content="users", tokenize=porter);
      INSERT INTO names (names) VALUES ('rebuild'); INSERT INTO whole (whole) VALUES ('rebuild');
      CREATE VIRTUAL TABLE notes USING fts5(title, body); INSERT INTO notes VALUES ('t', 'CANARY');
      CREATE VIRTUAL TABLE terms USING fts5vocab(notes, 'row');
      CREATE VIRTUAL TABLE places USING fts5vocab('notes', instance);
      CREATE VIEW raw AS SELECT c0, c1 FROM notes_content;
      CREATE VIRTUAL TABLE again USING fts5(c1, content='notes_content');
      CREATE VIRTUAL TABLE letters USING fts4(title, body); INSERT INTO letters VALUES ('t', 'CANARY');
      CREATE VIRTUAL TABLE words USING fts4aux(letters);
      CREATE VIRTUAL TABLE boxes USING rtree(id, low, high, +label); INSERT INTO boxes VALUES (1, 1, 2, 'CANARY');
      CREATE VIEW box_labels AS SELECT a0 FROM boxes_rowid;
      CREATE VIRTUAL TABLE seen USING fts5(text); INSERT INTO seen VALUES ('plain');
      CREATE VIRTUAL TABLE seen_terms USING fts5vocab(seen, 'row');
      CREATE TABLE people (id integer PRIMARY KEY, mail text, loud text AS/* in capitals */(upper(mail)), odd text AS -- of it
        (mail || '!'));
      INSERT INTO people (id, mail) VALUES (1, 'canary');`);
    database.close();
    driver = await restrictDriver(
      await openSqliteDriver({ path }),
      { deny: ["users.ssn", "boxes.label"], mask: ["notes.body", "letters.body", "people.mail"] },
      signal,
    );
  });
  afterAll(() => driver.close());

  test("virtual tables go, as they may show what others hold, and are there again where they are allowed by name", async () => {
    const names = await tablesOf(driver);
    for (const hidden of ["whole", "terms", "places", "words", "names", "notes", "boxes", "seen"])
      expect(names).not.toContain(hidden);
    await expect(ask(driver, "SELECT docid FROM whole WHERE whole MATCH 'canary'")).rejects.toThrow(
      "no such table: whole",
    );
    const policy = { allow: ["*", "names"], deny: ["users.ssn"] };
    const allowed = await restrictDriver(await openSqliteDriver({ path }), policy, signal);
    expect(await ask(allowed, "SELECT name FROM names WHERE names MATCH 'ada'")).toEqual([["Ada"]]);
    await allowed.close();
  });

  test("what reads the tables in which a virtual one keeps its rows goes", async () => {
    const names = await tablesOf(driver);
    for (const hidden of ["raw", "again", "box_labels"]) expect(names).not.toContain(hidden);
  });

  test("a computed column takes the rule of its column however its declaration is written", async () => {
    expect(await ask(driver, "SELECT mail, loud, odd FROM people")).toEqual([["***", "***", "***"]]);
  });
});

describe("On DuckDB", () => {
  let driver: SqlDriver;

  beforeAll(async () => {
    const path = join(temporaryFolder(), "macros.duckdb");
    await asDuckdbOwner(
      path,
      `CREATE TABLE users (id integer, name text, ssn text); INSERT INTO users VALUES (1, 'Ada', 'CANARY');
      CREATE SCHEMA hr; CREATE TABLE hr.staff (id integer, pay text); INSERT INTO hr.staff VALUES (1, 'CANARY');
      CREATE MACRO of_all(c) AS TABLE SELECT c AS x FROM users; CREATE VIEW ssns AS SELECT * FROM of_all(ssn);
      CREATE MACRO most(c) AS (SELECT max(c) FROM users); CREATE VIEW most_ssn AS SELECT most(ssn) AS x;
      CREATE MACRO twice(c) AS c || c; CREATE VIEW doubled AS SELECT twice(name) AS x FROM users;
      CREATE MACRO people() AS TABLE SELECT name FROM users; CREATE VIEW all_people AS SELECT * FROM people();
      USE hr; CREATE MACRO best() AS (SELECT max(pay) FROM staff); CREATE VIEW best_paid AS SELECT best() AS x; USE main;`,
    );
    driver = await restrictDriver(
      await openDuckdbDriver({ path }),
      { deny: ["users.ssn"], mask: ["hr.staff.pay"] },
      signal,
    );
  });
  afterAll(() => driver.close());

  test("a view goes that hands a hidden column to a macro which reads its table", async () => {
    const names = await tablesOf(driver);
    for (const hidden of ["ssns", "most_ssn"]) expect(names).not.toContain(hidden);
    expect(names).toEqual(expect.arrayContaining(["doubled", "all_people"]));
  });

  test("a macro reads the tables of its own schema without naming it", async () => {
    const names = await tablesOf(driver);
    expect(names).not.toContain("best_paid");
  });
});
