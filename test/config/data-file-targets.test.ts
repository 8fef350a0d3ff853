import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../src/config/file/read-configuration.ts";
import { openEnvironments } from "../../src/config/open-environments.ts";
import type { OpenOptions } from "../../src/config/open-options.ts";
import { recogniseTarget, withDataFilesTogether } from "../../src/config/recognise-target.ts";

import { testContext } from "../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
let count = 0;

function files(contents: Readonly<Record<string, string | Uint8Array>>): string {
  const place = join(folder, `files-${++count}`);
  mkdirSync(place);
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(place, name), content);
  return place;
}

function typeOf(name: string, content: string | Uint8Array, prefix = ""): string {
  return recogniseTarget(`${prefix}${join(files({ [name]: content }), name)}`).type;
}

const TRIPLES = "ann\tparent\tben\nann\tgender\tfemale\nben\tparent\tcem\nben\tgender\tmale\n";

describe("a data file", () => {
  it.each<readonly [string, string, string | Uint8Array]>([
    ["columns under names", "a.tsv", "id\tname\tage\n1\tAnn\t30\n2\tBen\t40\n"],
    ["two columns", "a.tsv", "x\ty\nz\tw\n"],
    ["commas", "a.csv", "id,name\n1,Ann\n"],
    ["packed", "a.csv.gz", gzipSync("id,name\n1,Ann\n")],
    ["JSON that describes no API", "a.json", '[{"id":1}]'],
    ["lines of JSON", "a.jsonl", '{"id":1}\n'],
    ["a workbook", "a.xlsx", "PK"],
    ["Parquet", "a.parquet", "PAR1"],
  ])("is known by its name and by what stands in it: %s", (_, name, content) => {
    expect(typeOf(name, content)).toBe("data-files");
  });

  it.each<readonly [string, string, string | Uint8Array, string]>([
    ["three columns without names", "a.tsv", TRIPLES, "rdf-file"],
    ["three packed columns without names", "a.tsv.gz", gzipSync(TRIPLES), "rdf-file"],
    ["JSON-LD", "a.json", '{ "@context": {}, "@graph": [] }', "rdf-file"],
    [
      "an API document",
      "a.json",
      '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}',
      "api-document",
    ],
  ])("is not seen in %s", (_, name, content, type) => {
    expect(typeOf(name, content)).toBe(type);
  });

  it("is what a prefix says", () => {
    expect(typeOf("a.tsv", TRIPLES, "table:")).toBe("data-files");
    expect(typeOf("a.txt", "x;y\n1;2\n", "table:")).toBe("data-files");
    expect(typeOf("a.tsv", "id\tname\tage\n1\tAnn\t30\n", "rdf:")).toBe("rdf-file");
  });

  it("in Excel's old format is refused with advice", () => {
    expect(() => typeOf("a.xls", "x")).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(".xlsx") }),
    );
  });
});

describe("several data files", () => {
  it("are missed in a folder that has none, and said to be looked for right in it", () => {
    expect(() => recogniseTarget(files({ "notes.docx": "x" }))).toThrow(
      expect.objectContaining({
        code: "target-not-supported",
        message: expect.stringContaining("holds no file that Fuxi can open"),
        hint: expect.stringContaining("not in folders below"),
      }),
    );
  });

  it("are those of a folder, each by itself, without what is no table", () => {
    const place = files({
      "b.csv": "x\n1\n",
      "a.json": "[]",
      "notes.txt": "hello",
      "kb.tsv": TRIPLES,
      ".x.csv": "x\n1\n",
    });
    expect(recogniseTarget(place)).toMatchObject({
      type: "data-files",
      files: [join(place, "a.json"), join(place, "b.csv")],
      groups: [],
    });
  });

  it("are those of a pattern, as a group with its name", () => {
    const place = files({ "sales-1.csv": "x\n1\n", "sales-2.csv": "x\n2\n", "other.csv": "y\n1\n" });
    expect(recogniseTarget(join(place, "sales-*.csv"))).toMatchObject({
      name: "sales",
      files: [],
      groups: [{ name: "sales", files: [join(place, "sales-1.csv"), join(place, "sales-2.csv")] }],
    });
    expect(() => recogniseTarget(join(place, "*.parquet"))).toThrow(
      expect.objectContaining({ code: "target-not-found" }),
    );
  });

  it("given as several targets are one database at the place of the first", () => {
    const place = files({ "a.csv": "x\n1\n", "b.csv": "y\n1\n", "kb.nt": "" });
    const targets = ["a.csv", "kb.nt", "b.csv"].map((name) => recogniseTarget(join(place, name)));
    expect(withDataFilesTogether(targets).map(({ type, name }) => [type, name])).toEqual([
      ["data-files", `files-${count}`],
      ["rdf-file", "kb"],
    ]);
  });
});

describe("the encoding of data files", () => {
  const RUSSIAN = Uint8Array.of(
    0x69,
    0x64,
    0x2c,
    0x6e,
    0x0a,
    0x31,
    0x2c,
    0xcc,
    0xee,
    0xf1,
    0xea,
    0xe2,
    0xe0,
    0x0a,
  );

  /** How the only file was read. */
  async function readingOf(targets: readonly string[], options: Partial<OpenOptions>): Promise<string> {
    const notes: string[] = [];
    const environments = await openEnvironments(targets, {
      folders: { cache: join(folder, "cache"), data: join(folder, "data") },
      env: {},
      signal: new AbortController().signal,
      onWarning: () => {},
      onNote: (message) => notes.push(message),
      ...options,
    });
    await Promise.all(environments.map((environment) => environment.close()));
    return notes.join("\n");
  }

  it("is what the command says, else what fuxi.yaml says of the target", async () => {
    const place = files({ "a.csv": RUSSIAN, "fuxi.yaml": "targets: {a: {file: a.csv, encoding: cp866}}\n" });
    const configuration = readConfiguration(join(place, "fuxi.yaml"), {});
    expect(await readingOf([join(place, "a.csv")], { encoding: ["cp1251"] })).toContain("(cp1251,");
    expect(await readingOf(["a"], { configuration })).toContain("(cp866,");
    expect(await readingOf(["a"], { configuration, encoding: ["koi8-r"] })).toContain("(koi8-r,");
  });

  it("of one file does not concern targets that have it not", async () => {
    const place = files({ "a.csv": RUSSIAN, "b.csv": RUSSIAN, "fuxi.yaml": "targets: {a: {file: a.csv}}\n" });
    const configuration = readConfiguration(join(place, "fuxi.yaml"), {});
    const encoding = ["a.csv=cp866", "b.csv=koi8-r"];
    const notes = await readingOf(["a", join(place, "b.csv")], { configuration, encoding });
    expect(notes).toMatch(/a\.csv: .*\(cp866,.*b\.csv: .*\(koi8-r,/isu);
    const other = readingOf(["a", join(place, "b.csv")], { configuration, encoding: ["c.csv=cp866"] });
    await expect(other).rejects.toMatchObject({ code: "usage", message: /names c\.csv/u });
  });

  it("is refused where no target is a data file", async () => {
    await expect(readingOf(["sample:cinema"], { encoding: ["cp1251"] })).rejects.toMatchObject({
      code: "usage",
      message: "--encoding is for data files, and no target is one.",
    });
    const place = files({ "a.nt": "", "fuxi.yaml": "targets: {a: {file: a.nt, encoding: cp866}}\n" });
    const configuration = readConfiguration(join(place, "fuxi.yaml"), {});
    await expect(readingOf(["a"], { configuration })).rejects.toMatchObject({
      code: "configuration-invalid",
      message: "encoding is for data files, and a is none.",
    });
  });
});

it("Related files are opened as one environment whose tables join, which says what was read and what is in doubt", async () => {
  const customers = Array.from({ length: 60 }, (_, at) => `${at * 7 + 3},Name ${at},City ${at % 9}`);
  const products = Array.from({ length: 40 }, (_, at) => `P${at}\tThing ${at}`);
  const orders = Array.from(
    { length: 300 },
    (_, at) => `${at};${((at * 11) % 60) * 7 + 3};P${(at * 13) % 40};${at},50`,
  );
  orders[17] = "17;3;P1;free";
  const place = files({
    "customers.csv": `customer_id,name,city\n${customers.join("\n")}\n`,
    "orders.csv": `id;customer_id;product_id;price\n${orders.join("\n")}\n`,
    "products.tsv": `product_id\ttitle\n${products.join("\n")}\n`,
    "nothing.csv": "",
  });
  const notes: string[] = [];
  const warnings: string[] = [];
  const targets = ["customers.csv", "orders.csv", "products.tsv", "nothing.csv"].map((name) =>
    join(place, name),
  );
  const [environment, ...others] = await openEnvironments(targets, {
    folders: { cache: join(folder, "cache"), data: join(folder, "data") },
    env: {},
    signal: new AbortController().signal,
    onWarning: (message) => warnings.push(message),
    onNote: (message) => notes.push(message),
  });
  if (environment === undefined) throw new RangeError("nothing was opened");
  try {
    expect(others).toEqual([]);
    expect(notes).toEqual([
      `files-${count}: one database of 3 tables`,
      "customers.csv: table customers, 60 rows, 3 columns (UTF-8, delimited by ,, names in row 1)",
      "orders.csv: table orders, 300 rows, 4 columns (UTF-8, delimited by ;, names in row 1); 1 doubt",
      "products.tsv: table products, 40 rows, 2 columns (UTF-8, delimited by tabs, names in row 1)",
    ]);
    expect(warnings).toEqual([
      "orders: column price: 1 of 300 cells are no numbers, so that it is text: 'free' (row 19)",
      "nothing.csv is empty and no table",
    ]);
    const workspace = await environment.openWorkspace({ question: "Who ordered what?" }, testContext());
    const act = async (tool: string, args: JsonObject) => {
      const action = { environment: environment.id, tool, arguments: args };
      return JSON.stringify(await environment.act(workspace, action, testContext()));
    };
    expect(await act("find_join_path", { tables: ["customers", "products"] })).toContain(
      "FROM customers JOIN orders ON orders.customer_id = customers.customer_id JOIN products ON orders.product_id = products.product_id",
    );
    expect(await act("describe_tables", { tables: ["orders"] })).toContain("1 of 300 cells are no numbers");
  } finally {
    await environment.close();
  }
});
