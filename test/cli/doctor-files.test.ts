import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { overTimeStatement } from "../../src/environments/database/driver/stopped-statement.ts";
import { integrityDiagnosis } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
let count = 0;

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly mend?: string;
}

async function findings(path: string) {
  const { code, out } = await fuxi("doctor", path, "--json");
  const { sections } = JSON.parse(out) as {
    readonly sections: readonly { readonly checks: readonly Finding[] }[];
  };
  const checks = sections.at(-1)?.checks ?? [];
  return { code, checks, of: (name: string) => checks.find((check) => check.name === name) };
}

/** Some pages, an index, and a full-text table, which looks through itself in a way of its own. */
function database(...statements: readonly string[]): string {
  const path = join(folder, `d${count++}.sqlite`);
  const made = new DatabaseSync(path);
  made.exec(`PRAGMA page_size = 1024; CREATE TABLE salary (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    CREATE INDEX by_name ON salary (name); CREATE VIRTUAL TABLE words USING fts5 (word); INSERT INTO words VALUES ('a');
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO salary SELECT i, 'n' || i, 'Lyon' || i FROM n`);
  for (const statement of statements) made.exec(statement);
  made.close();
  return path;
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, `${count++}-${name}`);
  writeFileSync(path, content);
  return path;
}

describe("the doctor on a SQLite file", () => {
  it("looks through a sound one, with full text and with a write-ahead log, and changes nothing", async () => {
    for (const statements of [[], ["PRAGMA journal_mode = WAL"]]) {
      const path = database(...statements);
      const before = readFileSync(path);
      const { code, checks, of } = await findings(path);
      expect(checks.filter(({ state }) => state !== "ok")).toEqual([]);
      expect(of("integrity")?.text).toContain("sound");
      expect(code).toBe(0);
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it("finds damage in its pages, and says nothing of what stands there", async () => {
    const path = database();
    const handle = openSync(path, "r+");
    for (let page = 20; page < 60; page++)
      writeSync(handle, Buffer.alloc(16, 0xff), 0, 16, page * 1024 + 500);
    closeSync(handle);
    const { code, of } = await findings(path);
    expect(of("integrity")).toMatchObject({ state: "fault", text: expect.stringContaining("damaged") });
    expect(of("integrity")?.text).not.toMatch(/salary|by_name/u);
    expect(code).toBe(1);
  });

  it("says so where the file is too large to be looked through in the time it has", async () => {
    const found = await integrityDiagnosis(
      () => Promise.reject(overTimeStatement(10_000)),
      "/x/large.sqlite",
    );
    expect(found).toMatchObject({
      state: "ok",
      text: expect.stringMatching(/too short.*PRAGMA quick_check/u),
    });
  });

  it.each([
    ["a text", "a,b\n1,2\n", "opening", "fault"],
    ["an empty file", "", "file", "warning"],
  ])("tells %s from a database", async (_about, content, check, state) => {
    expect((await findings(file("a.sqlite", content))).of(check)).toMatchObject({ state });
  });

  it("tells of the transaction that a program left unfinished when it died", async () => {
    const died = join(folder, `died-${count++}.sqlite`);
    const script = `const { DatabaseSync } = require("node:sqlite"); const d = new DatabaseSync(process.argv[1]);
      d.exec("PRAGMA cache_size = 1; CREATE TABLE a (x); BEGIN; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) INSERT INTO a SELECT hex(randomblob(200)) FROM n");
      process.kill(process.pid, "SIGKILL")`;
    spawnSync(process.execPath, ["-e", script, died]);
    const { code, of } = await findings(died);
    expect(of("opening")).toMatchObject({
      state: "fault",
      text: expect.stringContaining("unfinished transaction"),
    });
    expect(code).toBe(1);
  });
});

describe("the doctor on data files", () => {
  it("tells how much sound ones are, and names the empty one among them", async () => {
    const all = join(folder, `data-${count++}`);
    mkdirSync(all);
    for (const name of ["a.csv", "b.csv"]) writeFileSync(join(all, name), "a,b\n1,2\n");
    expect((await findings(all)).of("files")?.text).toBe("All 2 files can be read (16 bytes).");
    writeFileSync(join(all, "c.csv"), "");
    const { code, of } = await findings(all);
    expect(of("file")).toMatchObject({ state: "warning", text: "c.csv is empty." });
    expect(code).toBe(0);
  });
});
