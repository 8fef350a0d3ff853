import { describe, expect, it } from "vitest";
import { SqlEngineError } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import { builtIndex, databaseOf, exact, named, openIndex, signal } from "./index-fixture.ts";

const SHOP = `
  CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, mayor TEXT);
  INSERT INTO city (name, mayor) VALUES ('Łódź', 'O''Brien'), ('Paris', 'Anne'), ('PARIS', NULL), ('', 'Paris'), (' Nice ', '"Q"');
  CREATE TABLE sale (day DATE, price DECIMAL(8,2), code TEXT, big INTEGER, note BLOB, extra JSON);
  INSERT INTO sale VALUES ('2019-10-08', 12.5, '00123', 9007199254740993, x'50617269', '{"a":"Paris"}'),
    ('2019-10-08', 3, '123', 5, NULL, NULL), (NULL, 1204, '2009', 2009, NULL, NULL);
`;

describe("findExact on a built index", () => {
  it("finds a value in every column that holds it, with its rows counted", async () => {
    const index = await builtIndex(SHOP);
    expect(await exact(index, "Paris")).toEqual(["city.mayor=Paris×1 exact", "city.name=Paris×1 exact"]);
    expect(await exact(index, "2019-10-08")).toEqual(["sale.day=2019-10-08×2 exact"]);
  });

  it("offers other spellings only where the value itself is nowhere", async () => {
    const index = await builtIndex(SHOP);
    expect(await exact(index, "paris")).toEqual([
      "city.name=PARIS×1 folded",
      "city.mayor=Paris×1 folded",
      "city.name=Paris×1 folded",
    ]);
    expect(await exact(index, "lodz")).toEqual(["city.name=Łódź×1 folded"]);
    expect(await exact(index, "Łódź")).toEqual(["city.name=Łódź×1 exact"]);
    expect(await exact(index, "nice")).toEqual(["city.name= Nice ×1 folded"]);
  });

  it("cuts quotes around the query, but not those of a cell", async () => {
    const index = await builtIndex(SHOP);
    expect(await exact(index, "'O'Brien'")).toEqual(["city.mayor=O'Brien×1 exact"]);
    expect(await exact(index, " “Anne” ")).toEqual(["city.mayor=Anne×1 exact"]);
    expect(await exact(index, '"Q"')).toEqual(['city.mayor="Q"×1 exact']);
  });

  it("compares numbers by what they are worth and codes by their characters", async () => {
    const index = await builtIndex(SHOP);
    expect(await exact(index, "12.50")).toEqual(["sale.price=12.5×1 exact"]);
    expect(await exact(index, "1,204")).toEqual(["sale.price=1204×1 exact"]);
    expect(await exact(index, "2009")).toEqual(["sale.big=2009×1 exact", "sale.code=2009×1 exact"]);
    expect(await exact(index, "123")).toEqual(["sale.code=123×1 exact"]);
    expect(await exact(index, "00123")).toEqual(["sale.code=00123×1 exact"]);
  });

  it("keeps integers beyond 2^53 apart from their neighbours", async () => {
    const index = await builtIndex(SHOP);
    expect(await exact(index, "9007199254740993")).toEqual(["sale.big=9007199254740993×1 exact"]);
    expect(await exact(index, "9007199254740992")).toEqual([]);
  });

  it("finds the empty text but no NULL, no bytes and nothing within JSON", async () => {
    const index = await builtIndex(SHOP);
    expect(await exact(index, "")).toEqual(["city.name=×1 exact"]);
    expect(await exact(index, "NULL")).toEqual([]);
    expect(await exact(index, "Pari")).toEqual([]);
  });

  it("looks in one column when told so, and names a column it cannot answer for", async () => {
    const index = await builtIndex(SHOP);
    expect(await exact(index, "Paris", { table: "city", column: "mayor" })).toEqual([
      "city.mayor=Paris×1 exact",
    ]);
    const column = { table: "sale", column: "note" };
    expect(await index.findExact("x", { limit: 5, signal, column })).toEqual({
      matches: [],
      incomplete: [column],
    });
  });

  it("keeps apart what a collation of the column takes for equal", async () => {
    const index = await builtIndex(
      "CREATE TABLE t (c TEXT COLLATE NOCASE); INSERT INTO t VALUES ('a'), ('A'), ('A')",
    );
    expect(await exact(index, "A")).toEqual(["t.c=A×2 exact"]);
    expect(await exact(index, "a")).toEqual(["t.c=a×1 exact"]);
  });

  it("asks the engine nothing about columns that are whole in the index", async () => {
    const driver = databaseOf(SHOP);
    const index = openIndex(driver);
    await index.ensureBuilt({ signal });
    driver.statements.length = 0;
    expect(await index.findExact("nowhere at all", { limit: 5, signal })).toEqual({
      matches: [],
      incomplete: [],
    });
    expect(driver.statements).toEqual([]);
  });
});

describe("findExact where the index has no answer", () => {
  it("asks the engine before anything is built", async () => {
    const index = openIndex(databaseOf(SHOP));
    expect(await exact(index, "Paris")).toEqual(["city.mayor=Paris×1 exact", "city.name=Paris×1 exact"]);
    expect(await exact(index, "anne")).toEqual(["city.mayor=Anne×1 folded"]);
    expect(await exact(index, "12.50")).toEqual(["sale.price=12.5×1 exact"]);
    expect(await exact(index, "9007199254740993")).toEqual(["sale.big=9007199254740993×1 exact"]);
    expect(await exact(index, "'O'Brien'")).toEqual(["city.mayor=O'Brien×1 exact"]);
  });

  it("asks the engine about what a sample missed, and counts right what it has", async () => {
    const driver = databaseOf(`CREATE TABLE t (c TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO t SELECT 'v' || i FROM n;
      INSERT INTO t VALUES ('v1')`);
    const index = openIndex(driver, { limits: { valuesPerColumn: 50, pageRows: 100 } });
    await index.ensureBuilt({ signal });
    expect(index.state().values).toBeLessThan(60);
    expect(await exact(index, "v299")).toEqual(["t.c=v299×1 exact"]);
    expect(await exact(index, "v1")).toEqual(["t.c=v1×2 exact"]);
    expect((await index.findFuzzy("v1", { limit: 5, signal })).incomplete.map(named)).toEqual(["t.c"]);
  });

  it("names the columns that the engine could not answer for", async () => {
    const driver = databaseOf(SHOP);
    const index = openIndex(driver);
    driver.before = (sql) => {
      if (sql.includes("mayor")) throw new SqlEngineError({ kind: "time-limit", engineMessage: "too slow" });
    };
    const { matches, incomplete } = await index.findExact("Paris", { limit: 5, signal });
    expect(matches.map(({ column }) => named(column))).toEqual(["city.name"]);
    expect(incomplete.map(named)).toEqual(["city.mayor"]);
  });

  it("takes a text that does not fit the column's type for surely absent", async () => {
    const driver = databaseOf("CREATE TABLE t (d DATE)");
    const index = openIndex(driver);
    driver.before = () => {
      throw new SqlEngineError({ kind: "type-mismatch", engineMessage: "invalid date" });
    };
    expect(await index.findExact("x", { limit: 5, signal })).toEqual({ matches: [], incomplete: [] });
  });
});
