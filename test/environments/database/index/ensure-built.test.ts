import { describe, expect, it } from "vitest";
import { SqlEngineError } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { databaseOf, exact, named, openIndex, signal, temporaryFolder } from "./index-fixture.ts";

const SMALL_PAGES = { pageRows: 7 };

function numbered(create: string, rows: number, value: string): string {
  return `${create};
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO t SELECT ${value} FROM n`;
}

describe("ensureBuilt", () => {
  it.each([
    ["by row number", numbered("CREATE TABLE t (c TEXT)", 200, "'v' || i % 60")],
    [
      "by primary key with gaps",
      numbered("CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT)", 200, "i * i - 50, 'v' || i % 60"),
    ],
    [
      "by value where rows have no number",
      numbered("CREATE TABLE t (k TEXT PRIMARY KEY, c TEXT) WITHOUT ROWID", 200, "'k' || i, 'v' || i % 60"),
    ],
    [
      "by value where a column hides the row number",
      numbered("CREATE TABLE t (rowid TEXT, c TEXT)", 200, "'same', 'v' || i % 60"),
    ],
    [
      "by value with NULLs and other types among texts",
      numbered(
        "CREATE TABLE t (rowid TEXT, c)",
        200,
        "'same', CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN i ELSE 'v' || i % 60 END",
      ),
    ],
  ])("reads large tables in small pages %s, and counts as the engine does", async (_, script) => {
    const driver = databaseOf(script);
    const index = openIndex(driver, { limits: SMALL_PAGES });
    const state = await index.ensureBuilt({ signal });
    expect(state.complete).toBe(true);
    const truth = driver.database
      .prepare("SELECT c, COUNT(*) AS n FROM t WHERE c IS NOT NULL GROUP BY c")
      .all();
    for (const { c, n } of truth) {
      expect(await exact(index, String(c), { table: "t", column: "c" })).toEqual([`t.c=${c}×${n} exact`]);
    }
  });

  it("keeps finished columns when aborted, says so, and goes on from there", async () => {
    const cacheFolder = temporaryFolder();
    const driver = databaseOf(
      "CREATE TABLE r (a TEXT); CREATE TABLE s (b TEXT); CREATE TABLE t (c TEXT); INSERT INTO t VALUES ('z')",
    );
    const index = openIndex(driver, { cacheFolder });
    const controller = new AbortController();
    const build = index.ensureBuilt({
      signal: controller.signal,
      onProgress: ({ columnsDone }) => columnsDone === 2 && controller.abort(),
    });
    await expect(build).rejects.toMatchObject({ code: "cancelled" });
    expect(index.state()).toMatchObject({ complete: false, columns: 2 });
    expect(await exact(index, "z")).toEqual(["t.c=z×1 exact"]);
    for (const again of [index, openIndex(driver, { cacheFolder })]) {
      driver.statements.length = 0;
      expect(await again.ensureBuilt({ signal })).toMatchObject({ complete: true, columns: 3 });
      expect(driver.statements.some((sql) => /\ba\b|\bb\b/u.test(sql))).toBe(false);
    }
  });

  it("reads a small table with one statement, and a larger one column by column", async () => {
    const driver = databaseOf(`${numbered("CREATE TABLE t (c TEXT, d TEXT)", 1500, "'v' || i, 'w' || i")};
      CREATE TABLE port (name TEXT, depth REAL); INSERT INTO port VALUES ('Odense', 2.5), ('Odense', NULL)`);
    const index = openIndex(driver);
    await index.ensureBuilt({ signal });
    const reading = (table: string) => driver.statements.filter((sql) => sql.includes(`FROM ${table}`));
    expect([reading("port").length, reading("t").length]).toEqual([1, 2]);
    expect(await exact(index, "Odense")).toEqual(["port.name=Odense×2 exact"]);
    expect(await exact(index, "2.5")).toEqual(["port.depth=2.5×1 exact"]);
    expect(await exact(index, "w1500")).toEqual(["t.d=w1500×1 exact"]);
  });

  it("halves its pages where the driver cuts results short, and loses nothing", async () => {
    const driver = databaseOf(numbered("CREATE TABLE t (c TEXT)", 200, "'v' || i"));
    const query = driver.query;
    driver.query = async (sql, parameters, options) => {
      const result = await query(sql, parameters, options);
      return result.rows.length <= 3 ? result : { ...result, rows: result.rows.slice(0, 3), truncated: true };
    };
    const index = openIndex(driver, { limits: SMALL_PAGES });
    expect(await index.ensureBuilt({ signal })).toMatchObject({ complete: true, values: 200 });
  });

  it("refuses work that is cancelled before it starts", async () => {
    const index = openIndex(databaseOf("CREATE TABLE t (a TEXT)"));
    const cancelled = AbortSignal.abort();
    for (const work of [
      index.ensureBuilt({ signal: cancelled }),
      index.findExact("x", { limit: 1, signal: cancelled }),
      index.findFuzzy("x", { limit: 1, signal: cancelled }),
    ]) {
      await expect(work).rejects.toSatisfy(
        (error) => FuxiError.isInstance(error) && error.code === "cancelled",
      );
    }
    expect(await index.ensureBuilt({ signal })).toMatchObject({ complete: true });
  });

  it("leaves a column out that cannot be read, and asks the engine for it", async () => {
    const driver = databaseOf("CREATE TABLE t (good TEXT, bad TEXT); INSERT INTO t VALUES ('x', 'x')");
    const index = openIndex(driver);
    driver.before = (sql) => {
      if (sql.includes("bad"))
        throw new SqlEngineError({ kind: "other", engineMessage: "no equality operator" });
    };
    expect(await index.ensureBuilt({ signal })).toMatchObject({ complete: false, columns: 1 });
    driver.before = () => undefined;
    expect(await exact(index, "x")).toEqual(["t.bad=x×1 exact", "t.good=x×1 exact"]);
    expect((await index.findFuzzy("x", { limit: 5, signal })).incomplete.map(named)).toEqual(["t.bad"]);
  });
});

describe("ensureBuilt after the data changed", () => {
  const CHANGES = [
    ["an INSERT", "INSERT INTO t VALUES ('new', 1)", ["t.a=new×1 exact"]],
    ["an UPDATE of the same length", "UPDATE t SET a = 'new' WHERE a = 'old'", ["t.a=new×1 exact"]],
    [
      "a DELETE with another row in its place",
      "DELETE FROM t WHERE a = 'old'; INSERT INTO t VALUES ('new', 2)",
      ["t.a=new×1 exact"],
    ],
  ] as const;
  it.each(CHANGES)("shows %s", async (_, change, found) => {
    const driver = databaseOf(
      "CREATE TABLE t (a TEXT, b INTEGER); INSERT INTO t VALUES ('old', 1), ('other', 2)",
    );
    const index = openIndex(driver);
    await index.ensureBuilt({ signal });
    driver.database.exec(change);
    await index.ensureBuilt({ signal });
    expect(await exact(index, "new")).toEqual(found);
    expect(await exact(index, "old")).toEqual(change.startsWith("INSERT") ? ["t.a=old×1 exact"] : []);
  });

  it("takes in a new column and forgets one that is gone", async () => {
    const cacheFolder = temporaryFolder();
    const driver = databaseOf("CREATE TABLE t (a TEXT, b TEXT); INSERT INTO t VALUES ('x', 'y')");
    await openIndex(driver, { cacheFolder }).ensureBuilt({ signal });
    driver.database.exec("ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'fresh'; ALTER TABLE t DROP COLUMN b");
    const index = openIndex(driver, { cacheFolder });
    await index.ensureBuilt({ signal });
    expect(await exact(index, "fresh")).toEqual(["t.c=fresh×1 exact"]);
    expect(await exact(index, "y")).toEqual([]);
  });

  it("does not trust what an older index knew until it is refreshed", async () => {
    const cacheFolder = temporaryFolder();
    const driver = databaseOf("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('old')");
    await openIndex(driver, { cacheFolder }).ensureBuilt({ signal });
    driver.database.exec("UPDATE t SET a = 'new'");
    const index = openIndex(driver, { cacheFolder });
    expect(await exact(index, "old")).toEqual([]);
    expect(await exact(index, "new")).toEqual(["t.a=new×1 exact"]);
    expect((await index.findFuzzy("old", { limit: 5, signal })).incomplete.map(named)).toEqual(["t.a"]);
    expect(index.state().complete).toBe(false);
  });
});
