import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteScratchDatabase } from "../../../../src/config/evaluation/scratch/open-scratch.ts";
import type { SchemaTable } from "../../../../src/evaluation/construction/dbqa/schema.ts";
import { SHOP_TABLES, tableOf } from "../../../evaluation/construction/dbqa/shop-tables.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const scratchOf = (tables: readonly SchemaTable[], inFolder = folder) =>
  sqliteScratchDatabase(tables, {
    folder: inFolder,
    open: () => Promise.reject(new TypeError("not opened")),
  });
const scratch = scratchOf(SHOP_TABLES);
const CUSTOMERS = "INSERT INTO customer (id, name, city) VALUES (1, 'Ada', 'Lyon'), (2, 'Bo; no', NULL);";

describe("a scratch database", () => {
  it("has the records that were given, and is made anew each time", () => {
    const purchase = "INSERT INTO purchase VALUES (1, 1, -2.5, '2025-01-01')";
    expect(scratch.fill("shop", [purchase, CUSTOMERS]).rows).toEqual([
      { table: "customer", rows: 2 },
      { table: "purchase", rows: 1 },
      { table: "review", rows: 0 },
      { table: "holiday", rows: 0 },
    ]);
    expect(scratch.fill("shop", [CUSTOMERS]).rows?.[1]).toEqual({ table: "purchase", rows: 0 });
    expect(readdirSync(join(folder, "shop"))).toEqual(["shop.sqlite"]);
  });

  it.each([
    ["DROP TABLE customer", "not authorized"],
    ["INSERT INTO sqlite_schema VALUES (1)", "not authorized"],
    ["INSERT INTO other.customer VALUES (1, 'a', 'b')", "no such table"],
    ["INSERT INTO customer SELECT * FROM customer", "prohibited"],
    ["INSERT INTO customer VALUES (1, randomblob(1e9), 'b')", "not authorized to use function: randomblob"],
    ["INSERT INTO customer VALUES (1, 'a', 'b') ON CONFLICT DO UPDATE SET name = 'x'", "not authorized"],
    ["INSERT INTO customer VALUES (1, 'a', 'b'); DELETE FROM customer", "not authorized"],
    ["COMMIT", "not authorized"],
    ["ATTACH 'other.sqlite' AS other", "not authorized"],
    ['INSERT INTO customer VALUES (1, "a", NULL)', "single-quotes"],
    ["INSERT INTO customer VALUES (1, 'a'", "incomplete input"],
  ])("runs nothing but plain INSERTs into its tables: %s", (statement, said) => {
    expect(scratch.fill("refused", [statement]).problem).toContain(said);
    expect(readdirSync(join(folder, "refused"))).toEqual([]);
  });

  it.each([
    ["a missing parent", "INSERT INTO review VALUES (7, 5)", "review, row 1, has no record in purchase"],
    ["a key that is there twice", CUSTOMERS, "UNIQUE constraint failed: customer.id"],
    ["a value that may not be missing", "INSERT INTO customer (id) VALUES (9)", "NOT NULL constraint failed"],
    [
      "a text for a number",
      "INSERT INTO review VALUES (NULL, 'five')",
      "review.stars (INTEGER) is given 'five'",
    ],
    ["too few values", "INSERT INTO customer VALUES (3, 'Cy')", "3 columns but 2 values"],
    ["a column that is not there", "INSERT INTO customer (age) VALUES (3)", "no column named age"],
  ])("says what the engine has against %s, and keeps nothing", (_, statement, said) => {
    expect(scratch.fill("against", [CUSTOMERS, statement]).problem).toContain(said);
    expect(readdirSync(join(folder, "against"))).toEqual([]);
  });

  it("bounds what is written", () => {
    const rows = Array.from({ length: 1001 }, (_, at) => `(NULL, 'x${at}')`);
    const many = `INSERT INTO holiday (day, label) VALUES ${rows.join(", ")}`;
    expect(scratch.fill("bounds", [many]).problem).toContain("at most 1000 are taken");
    expect(scratch.fill("bounds", Array(101).fill(CUSTOMERS)).problem).toContain("at most 100 are run");
    expect(scratch.fill("bounds", [`${CUSTOMERS}${" ".repeat(100_000)}`]).problem).toContain("characters");
    expect(scratch.fill("bounds", []).problem).toContain("no INSERT");
  });

  it("says where it cannot be written", () => {
    writeFileSync(join(folder, "file"), "");
    const nowhere = scratchOf(SHOP_TABLES, join(folder, "file"));
    expect(() => nowhere.fill("shop", [CUSTOMERS])).toThrowError(
      expect.objectContaining({ code: "store-unavailable", hint: expect.stringContaining("--out") }),
    );
  });
});

describe("the schema of another engine", () => {
  it("is declared in SQLite's types, with keys to what is one there", () => {
    const table = tableOf(
      "t",
      [
        "id int unsigned",
        "kind enum('a','b') NOT NULL",
        "at timestamp(6) without time zone",
        "price decimal(10,2) unsigned",
        "tags jsonb",
        "name character varying(30) UNIQUE",
      ],
      [
        { columns: ["id"], table: "gone", referenced: ["id"] },
        { columns: ["kind"], table: "t", referenced: ["kind"] },
        { columns: ["name"], table: "t", referenced: ["name"] },
      ],
    );
    expect(
      scratchOf([table])
        .schema.split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      'CREATE TABLE "t" (',
      '"id" int unsigned PRIMARY KEY,',
      '"kind" TEXT NOT NULL,',
      '"at" timestamp(6),',
      '"price" decimal(10,2),',
      '"tags" TEXT,',
      '"name" character varying(30) UNIQUE,',
      'FOREIGN KEY ("name") REFERENCES "t" ("name")',
      ");",
    ]);
  });

  it.each(["integer[]", "STRUCT(a INTEGER)", "int4range", "geometry"])(
    "is refused with a type like %s",
    (type) => {
      expect(() => scratchOf([tableOf("t", [`x ${type}`])])).toThrow(
        `The type ${type} of t.x has no counterpart`,
      );
    },
  );
});
