import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";
import { workbook } from "../../../../../support/zip-file.ts";

const folder = temporaryFolder();
const { only, open, write, table } = fileLoader(folder);

describe("a JSON file", () => {
  it.each<readonly [string, string, string | Uint8Array]>([
    ["a list", "a.json", '[{"id":9007199254740993,"name":"Ann"},{"id":2,"name":null}]'],
    ["a list behind a byte order mark", "a.json", '\ufeff[{"id":9007199254740993,"name":"Ann"},{"id":2}]'],
    ["one object a line", "a.ndjson", '{"id":9007199254740993,"name":"Ann"}\n{"id":2}\n'],
    ["one object a line, packed", "a.jsonl.gz", gzipSync('{"id":9007199254740993,"name":"Ann"}\n{"id":2}\n')],
    ["the answer of an API", "a.json", '{"total":2,"data":[{"id":9007199254740993,"name":"Ann"},{"id":2}]}'],
    ["UTF-16", "a.json", Buffer.from('\ufeff[{"id":9007199254740993,"name":"Ann"},{"id":2}]', "utf16le")],
  ])("is a table when it is %s", async (_, name, content) => {
    const { types, rows } = await only(name, content);
    expect(types).toEqual({ id: "BIGINT", name: "VARCHAR" });
    expect(rows).toEqual([
      ["9007199254740993", "Ann"],
      ["2", null],
    ]);
  });

  it("has objects taken apart once, and keeps lists and what is deeper as JSON", async () => {
    const { types, rows } = await only(
      "a.json",
      '[{"id":1,"home":{"city":"Ulm","geo":{"lat":48.4}},"tags":["a","b"]},{"id":2,"home":null,"tags":[]}]',
    );
    expect(Object.keys(types)).toEqual(["id", "home.city", "home.geo", "tags"]);
    expect(rows).toEqual([
      ["1", "Ulm", '{"lat":48.4}', '["a","b"]'],
      ["2", null, null, "[]"],
    ]);
  });

  it("has a column for a key that only the last of many rows has", async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => ({ id: at }));
    const { names } = await only("a.json", JSON.stringify([...rows, { id: 0, late: "x" }]));
    expect(names).toEqual(["id", "late"]);
  });

  it("is several tables where an object has several lists", async () => {
    const database = await open({
      files: [write("shop.json", '{"users":[{"id":1}],"orders":[{"id":7,"user":1}]}')],
    });
    expect(database.tables.map((each) => each.table)).toEqual(["shop_users", "shop_orders"]);
  });

  it("in Windows-1252 has its letters", async () => {
    expect((await only("a.json", Buffer.from('[{"name":"M\u00fcller"}]', "latin1"))).rows).toEqual([
      ["Müller"],
    ]);
  });

  it("that is none is told by its name", async () => {
    await expect(only("a.json", '{"a": [1, ')).rejects.toMatchObject({
      code: "target-corrupt",
      message: /^a\.json: /,
    });
  });
});

describe("an Excel file", () => {
  it("is a table for each sheet that is not empty, with names, days, formulas and codes as they are shown", async () => {
    const file = write(
      "book.xlsx",
      workbook({
        Sales: [
          ["Report", null, null, null],
          [null, null, null, null],
          ["code", "on", "amount", "paid"],
          ["007", { day: 45322 }, 12.5, true],
          ["012", { day: 45323.5 }, { formula: "C4*2", value: 25 }, false],
        ],
        Empty: [[null]],
        "Other things": [
          ["a", "b"],
          ["x", 1],
        ],
      }),
    );
    const database = await open({ files: [file] });
    expect(database.tables.map((each) => [each.table, each.source, each.rows])).toEqual([
      ["Sales", "book.xlsx (sheet Sales)", 2],
      ["Other_things", "book.xlsx (sheet Other things)", 1],
    ]);
    const { types, rows } = await table(database, "Sales");
    expect(types).toEqual({ code: "VARCHAR", on: "TIMESTAMP", amount: "DECIMAL(18,1)", paid: "BOOLEAN" });
    expect(rows).toEqual([
      ["007", "2024-01-31 00:00:00", "12.5", true],
      ["012", "2024-02-01 12:00:00", "25.0", false],
    ]);
  });

  it("that is large by what its directory says is refused with its name, where a folder has others", async () => {
    const small = Buffer.from(workbook({ S: [["a"], [1]] }));
    const directory = small.indexOf("PK\u0001\u0002");
    small.writeUInt32LE(4_000_000_000, directory + 24);
    await expect(open({ files: [write("a.csv", "a\n1\n"), write("big.xlsx", small)] })).rejects.toMatchObject(
      {
        code: "target-not-supported",
        message: expect.stringMatching(/^big\.xlsx: The workbook holds 4,0\d\d MB.*up to 150 MB/u),
      },
    );
  });

  it("that is none is refused with advice", async () => {
    await expect(only("a.xlsx", "PK but no more")).rejects.toMatchObject({
      code: "target-corrupt",
      hint: expect.stringContaining(".xlsx"),
    });
  });
});

describe("a Parquet file", () => {
  const parquet = async (name: string, sql: string): Promise<string> => {
    const path = join(folder, name);
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
    connection.closeSync();
    instance.closeSync();
    return path;
  };

  it("is a view that reads the file where it is", async () => {
    const path = await parquet("big.parquet", "SELECT range AS id, 'v' || range AS name FROM range(1000)");
    const database = await open({ files: [path] });
    expect(database.readable).toEqual([path]);
    expect(database.tables[0]).toMatchObject({ table: "big", rows: 1000, columns: 2 });
    expect((await table(database, "big")).rows).toHaveLength(1000);
  });

  it("is one view with the others of its pattern", async () => {
    const files = [
      await parquet("p1.parquet", "SELECT 1 AS a"),
      await parquet("p2.parquet", "SELECT 2 AS a"),
    ];
    const database = await open({ files: [], groups: [{ name: "p", files }] });
    const { names, rows } = await table(database, "p");
    expect([names, rows]).toEqual([
      ["a", "filename"],
      [
        [1, "p1.parquet"],
        [2, "p2.parquet"],
      ],
    ]);
  });
});

describe("several files", () => {
  it("are tables of one database, with names of their own", async () => {
    const files = [
      write("sales-2024.csv", "a\nx\n"),
      write("Sales 2024.csv", "b\ny\n"),
      write("2024.csv", "c\nz\n"),
    ];
    const { tables } = await open({ files });
    expect(tables.map((each) => each.table)).toEqual(["sales_2024", "Sales_2024_2", "t_2024"]);
  });

  it("of one pattern are one table where their columns are the same, and typed together", async () => {
    const files = [
      write("s-1.csv", "id;price\n1;1,5\n"),
      write("s-2.csv", "ID,price\n2,2.500\n"),
      write("notes.csv", "id,note\n1,x\n"),
    ];
    const database = await open({ files: [], groups: [{ name: "s", files }] });
    expect(database.tables.map((each) => [each.table, each.rows])).toEqual([
      ["s", 2],
      ["notes", 1],
    ]);
    const { names, rows } = await table(database, "s");
    expect(names).toEqual(["id", "price", "filename"]);
    expect(rows.map(([id, , file]) => [id, file])).toEqual([
      ["1", "s-1.csv"],
      ["2", "s-2.csv"],
    ]);
  });

  it("say which of them cannot be read, and leave nothing behind", async () => {
    const cache = fileLoader(folder);
    await expect(
      cache.open({ files: [cache.write("good.csv", "a\n1\n"), cache.write("bad.json", "{")] }),
    ).rejects.toThrow(/^bad\.json: /u);
    expect(readdirSync(join(cache.cacheFolder, "data-files"))).toEqual([]);
  });
});

it("A file with nothing in it is left out and told; where all are such, there is no database", async () => {
  const cache = fileLoader(folder);
  const files = [cache.write("a.csv", "a\n1\n"), cache.write("b.csv", ""), cache.write("c.json", "")];
  expect((await cache.open({ files })).empty).toEqual(["b.csv", "c.json"]);
  await expect(cache.open({ files: files.slice(1) })).rejects.toMatchObject({ code: "data-invalid" });
});

describe("the database of data files", () => {
  it("is taken as it is until a file changes, is private, and the one before goes when nobody opened it for a day", async () => {
    const cache = fileLoader(folder);
    const file = cache.write("a.csv", "a\n1\n");
    const first = await cache.open({ files: [file] });
    const { ino, mode } = statSync(first.path);
    expect(mode & 0o777).toBe(0o600);
    expect(statSync(join(first.path, "..")).mode & 0o777).toBe(0o700);
    const again = await cache.open({ files: [file] });
    expect([again.path, statSync(again.path).ino, again.tables]).toEqual([first.path, ino, first.tables]);
    writeFileSync(file, "a\n22\n");
    const second = await cache.open({ files: [file] });
    expect((await cache.table(second, "a")).rows).toEqual([["22"]]);
    expect(second.key).toBe(first.key);
    expect(existsSync(first.path)).toBe(true);
    const old = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    utimesSync(first.path, old, old);
    writeFileSync(file, "a\n333\n");
    await cache.open({ files: [file] });
    expect([existsSync(first.path), existsSync(second.path)]).toEqual([false, true]);
  });

  it("is not made when the load is cancelled", async () => {
    const cache = fileLoader(folder);
    const signal = AbortSignal.abort();
    await expect(cache.open({ files: [cache.write("a.csv", "a\n1\n")], signal })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});
