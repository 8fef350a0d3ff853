import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { ShopSession } from "../../support/shop-session.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();

/** 1,000 tables: departments with machines each, and three that the questions are about. */
function writeLargeDatabase(): string {
  const path = join(folder, "large.sqlite");
  const database = new DatabaseSync(path);
  database.exec("BEGIN");
  database.exec("CREATE TABLE airport (code TEXT PRIMARY KEY, city TEXT)");
  database.exec("CREATE TABLE airline (id INTEGER PRIMARY KEY, airline_name TEXT)");
  database.exec(
    "CREATE TABLE leg (id INTEGER PRIMARY KEY, airline_id INTEGER REFERENCES airline (id), start_code TEXT REFERENCES airport (code))",
  );
  for (let i = 0; i < 997; i++) {
    database.exec(
      `CREATE TABLE machine_${i} (id INTEGER PRIMARY KEY, voltage REAL, serial_text TEXT, checked_by TEXT)`,
    );
  }
  database.exec("INSERT INTO airport VALUES ('KRK', 'Kraków'), ('OSL', 'Oslo')");
  database.exec("COMMIT");
  database.close();
  return path;
}

const tokens = (text: string) => text.length / 4;

describe("the schema in the prompt", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    environment = await createDatabaseEnvironment({
      id: "large",
      driver: await openSqliteDriver({ path: writeLargeDatabase(), poolSize: 1 }),
      cacheFolder: folder,
      indexMode: "memory",
      schemaTokens: 1500,
    });
  });
  afterAll(() => environment.close());

  it("keeps to its budget with 1,000 tables, and says what it leaves out", async () => {
    const { text, truncation } = await environment.describe("schema", undefined, testContext());
    expect(tokens(text)).toBeLessThan(1500 * 1.05);
    expect(text).toContain("1000 tables");
    expect(text).toContain("describe_tables");
    expect(text).toContain("machine_*, airport, airline, leg");
    expect(truncation).toMatchObject({ total: 1000, shown: 4 });
  });

  it("shows in full the tables that the question is about, and those that link them", async () => {
    const task = { question: "Which airlines start from an airport in Oslo?" };
    const { text, truncation } = await environment.describe("task", task, testContext());
    for (const line of ["airport (2 rows):", "airline ", "leg ", "airline_id integer -> airline.id"])
      expect(text).toContain(line);
    expect(text).not.toContain("machine_");
    expect(truncation).toMatchObject({ shown: 3, total: 1000 });
  });

  it("finds tables by their values once the index is built", async () => {
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
    const { text } = await environment.describe(
      "task",
      { question: "What do we know of Kraków?" },
      testContext(),
    );
    expect(text).toContain("airport");
    expect(text).not.toContain("machine_");
  });

  it("says so when nothing in the question names a table", async () => {
    const { text } = await environment.describe("task", { question: "Qqq zzz?" }, testContext());
    expect(text).toContain("describe_tables");
  });

  it("lets tables be found by part of their name", async () => {
    const session = await ShopSession.open(environment);
    const many = await session.act("describe_tables", { tables: ["machine*"] });
    expect(many.text).toMatch(/^997 tables: machine_0, /);
    expect(tokens(many.text)).toBeLessThan(400);
    const few = await session.act("describe_tables", { tables: ["machine_99*"] });
    expect(few.text).toContain("voltage real");
    const four = await session.act("describe_tables", { tables: ["leg", "machine_1", "airport", "airline"] });
    expect(four.text).toContain("Kraków");
  });
});

describe("a small schema", () => {
  it("is shown in full with types, keys, references and descriptions", async () => {
    const path = join(folder, "small.sqlite");
    const database = new DatabaseSync(path);
    database.exec(
      `CREATE TABLE "order" (a INTEGER, "b c" TEXT, n INTEGER REFERENCES other (k), PRIMARY KEY (a, "b c"))`,
    );
    database.exec("CREATE TABLE other (k INTEGER PRIMARY KEY, note, size BIGINT(20), done TINYINT(1))");
    database.exec("CREATE VIEW seen AS SELECT k FROM other");
    database.close();
    const driver = await openSqliteDriver({ path, poolSize: 1 });
    const environment = await createDatabaseEnvironment({
      id: "small",
      driver,
      cacheFolder: folder,
      indexMode: "memory",
    });
    const { text, truncation } = await environment.describe("schema", undefined, testContext());
    expect(truncation).toBeUndefined();
    expect(text).toContain("n integer -> other.k");
    expect(text).toContain("primary key (a, b c)");
    expect(text).toContain("k integer PK, note, size bigint, done tinyint(1)");
    expect(text).toMatch(/seen \(view/);
    await environment.close();
  });
});
