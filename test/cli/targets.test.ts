import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { withoutCredentials } from "../../src/config/target-names.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);

function brokenFile(name: string, write: (path: string) => void): string {
  const path = join(folder, name);
  write(path);
  return path;
}

const unusable: readonly (readonly [string, string, RegExp])[] = [
  ["a missing file", join(folder, "absent.sqlite"), /no file .*absent\.sqlite/],
  [
    "a file that is no database",
    brokenFile("letter.db", (path) => writeFileSync(path, "Dear Anna, …\n".repeat(99))),
    /not a SQLite database/,
  ],
  [
    "a file of another kind",
    brokenFile("letter.txt", (path) => writeFileSync(path, "Dear Anna")),
    /nothing that Fuxi can open/,
  ],
  ["an empty CSV file", brokenFile("sales.csv", (path) => writeFileSync(path, "")), /nothing in sales\.csv/],
  [
    "a workbook of old Excel",
    brokenFile("sales.xls", (path) => writeFileSync(path, "")),
    /Save it as \.xlsx or \.csv/,
  ],
  ["a folder", brokenFile("folder.sqlite", (path) => mkdirSync(path)), /folder/],
  [
    "a damaged database",
    brokenFile("torn.sqlite", (path) => {
      const database = new DatabaseSync(path);
      database.exec(
        "CREATE TABLE t (x TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT hex(randomblob(50)) FROM n",
      );
      database.close();
      truncateSync(path, 6000);
    }),
    /damaged|malformed|corrupt/i,
  ],
  ["an engine that Fuxi does not know", "oracle://somewhere/db", /no environment for oracle/],
  [
    "a server that does not answer",
    "postgres://nobody:hunter2@127.0.0.1:1/nothing",
    /127\.0\.0\.1|reach|refuse|answer/i,
  ],
  ["a sample that does not exist", "sample:zoo", /no sample "zoo"/],
];

describe("a target that cannot be used", () => {
  it.each(unusable)("is one clear line and exit code 1: %s", async (_, target, message) => {
    const { code, out, err } = await fuxi("ask", target, "How many are there?");
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(message);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).not.toContain("hunter2");
  });

  it("tells it as JSON as well when JSON is asked for", async () => {
    const { code, out } = await fuxi("ask", join(folder, "absent.sqlite"), "How many are there?", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ outcome: "failed", error: { code: "target-not-found" } });
  });

  it("says that a database is locked", async () => {
    const aside = join(folder, "locked");
    mkdirSync(aside);
    const path = writeShop(aside);
    const holder = new DatabaseSync(path);
    holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    const { code, err } = await fuxi("ask", path, "How many customers are there?");
    holder.close();
    expect(code).toBe(1);
    expect(err).toMatch(/lock/i);
  });
});

describe("a target from the environment", () => {
  it("is used when none is named, after saying where it is", async () => {
    const { code, err } = await fuxi.with({ DATABASE_URL: shop })("ask", "How many customers are there?");
    expect(err).toMatch(/using DATABASE_URL: shop/);
    expect(code).toBe(0);
  });

  it("is asked for when there is none", async () => {
    const { code, err } = await fuxi("ask", "How many customers are there?");
    expect(code).toBe(2);
    expect(err).toContain("No target was named");
  });
});

describe("what is kept of a target", () => {
  it("has no password", () => {
    expect(withoutCredentials("postgres://ada:secret@db.example/shop?sslmode=require&sslpassword=x")).toBe(
      "postgres://ada@db.example/shop?sslmode=require",
    );
  });

  it("is the file's name as it was given", () => {
    expect(withoutCredentials("./shop.sqlite")).toBe("./shop.sqlite");
  });
});
