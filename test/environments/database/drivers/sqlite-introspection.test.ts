import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { sqliteDialect } from "../../../../src/environments/database/drivers/sqlite/sqlite-dialect.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { statementOptions } from "./sql-driver-queries.ts";

const folder = temporaryFolder();

it("reads what SQLite leaves out or writes in its own way", async () => {
  const path = join(folder, "odd.sqlite");
  const owner = new DatabaseSync(path);
  owner.exec(`
    CREATE TABLE Parent (a INTEGER, b TEXT, PRIMARY KEY (b, a));
    CREATE TABLE child (x TEXT, y INTEGER, z REFERENCES KEYED, FOREIGN KEY (x, y) REFERENCES parent);
    CREATE TABLE keyed (code VARCHAR(10) PRIMARY KEY, total DECIMAL(10,2), at DATETIME, ok BOOLEAN, raw, half DOUBLE PRECISION);
    CREATE UNIQUE INDEX some_totals ON keyed (total) WHERE total > 5;
    CREATE TABLE generated (a INTEGER, twice INTEGER GENERATED ALWAYS AS (a * 2) VIRTUAL) STRICT;
    CREATE VIEW sound AS SELECT a FROM Parent;
    CREATE VIEW broken AS SELECT a FROM gone;
    CREATE VIRTUAL TABLE notes USING fts5(body);
    INSERT INTO notes VALUES ('hello world');
    INSERT INTO Parent VALUES (1, 'x'), (2, 'y');
    CREATE TABLE orphan (a REFERENCES nowhere (b));`);
  owner.close();
  const driver = await openSqliteDriver({ path });
  const { tables } = await driver.introspect(new AbortController().signal);
  const table = (name: string) => tables.find((each) => each.name === name);
  expect(tables.map(({ name }) => name)).toEqual([
    "Parent",
    "child",
    "keyed",
    "generated",
    "sound",
    "notes",
    "orphan",
  ]);
  expect(table("Parent")?.columns.map(({ primaryKeyPosition }) => primaryKeyPosition)).toEqual([2, 1]);
  expect(table("Parent")?.rowCount).toEqual({ value: 2, exact: true });
  expect(table("child")?.foreignKeys).toEqual([
    { columns: ["z"], referencedTable: "keyed", referencedColumns: ["code"] },
    { columns: ["x", "y"], referencedTable: "Parent", referencedColumns: ["b", "a"] },
  ]);
  expect(table("keyed")?.columns.map(({ affinity }) => affinity)).toEqual([
    "text",
    "decimal",
    "datetime",
    "boolean",
    "other",
    "real",
  ]);
  expect(table("keyed")?.columns[0]).toMatchObject({ nullable: true, unique: true });
  expect(table("keyed")?.columns[1]?.unique).toBeUndefined();
  expect(table("generated")?.columns.map(({ name }) => name)).toEqual(["a", "twice"]);
  expect(table("orphan")?.foreignKeys).toEqual([
    { columns: ["a"], referencedTable: "nowhere", referencedColumns: ["b"] },
  ]);
  const found = await driver.query(
    "SELECT body FROM notes WHERE notes MATCH 'world'",
    [],
    statementOptions(),
  );
  expect(found.rows).toEqual([["hello world"]]);
  await driver.close();
});

it("knows exactly the functions that the engine has, helpers aside", async () => {
  const database = new DatabaseSync(":memory:");
  const engine = new Set(
    database
      .prepare("SELECT DISTINCT lower(name) AS name FROM pragma_function_list")
      .all()
      .map(({ name }) => String(name)),
  );
  const tables = new Set(["json_each", "json_tree", "jsonb_each", "jsonb_tree"]);
  const unknown = [...sqliteDialect.functions.keys()].filter(
    (name) => !engine.has(name) && !tables.has(name),
  );
  expect(unknown).toEqual([]);
  const left = [...engine].filter((name) => !sqliteDialect.functions.has(name));
  const helpers = /^(->>?|fts|geopoly_(debug|group)|load_extension|optimize|rtree|sqlite_(compile|log))/u;
  expect(left.filter((name) => !helpers.test(name))).toEqual([]);
});
