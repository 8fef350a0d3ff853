import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { overTimeStatement } from "../../src/environments/database/driver/stopped-statement.ts";
import { integrityDiagnosis } from "../../src/environments/database/drivers/sqlite/sqlite-integrity-diagnosis.ts";
import { asDuckdbOwner } from "../support/duckdb-owner.ts";
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

const HOLDERS = {
  sqlite: `const { DatabaseSync } = await import("node:sqlite"); const [path, sql] = process.argv.slice(1);
    const held = new DatabaseSync(path); held.exec(sql);`,
  duckdb: `const { DuckDBInstance } = await import("@duckdb/node-api");
    const held = await DuckDBInstance.create(process.argv[1]);`,
};

/** Another process that holds the file: in this one the doctor's own look at it would drop the locks. */
async function holder(
  path: string,
  sql?: string,
): Promise<AsyncDisposable & { readonly id: number | undefined }> {
  const script = `${HOLDERS[sql === undefined ? "duckdb" : "sqlite"]}
    console.log("held"); process.stdin.on("end", () => { held; process.exit(); }).resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, path, sql ?? ""], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return {
    id: child.pid,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

describe("the doctor on a SQLite file", () => {
  it("looks through a sound one, with full text and with a write-ahead log, and changes nothing", async () => {
    for (const statements of [[], ["PRAGMA journal_mode = WAL"]]) {
      const path = database(...statements);
      const before = readFileSync(path);
      const { code, checks, of } = await findings(path);
      expect(checks.filter(({ state }) => state !== "ok")).toEqual([]);
      expect(of("integrity")?.text).toContain("sound");
      expect(of("kind")?.text).toBe(
        statements.length === 0
          ? "It is a SQLite database."
          : "It is a SQLite database with a write-ahead log.",
      );
      expect(code).toBe(0);
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it("tells one that was cut off by how much its header says there is", async () => {
    const path = database();
    const size = statSync(path).size;
    truncateSync(path, size - 3000);
    const { code, of } = await findings(path);
    expect(of("kind")).toMatchObject({
      state: "fault",
      text: expect.stringContaining(`${size} bytes, and there are ${size - 3000}`),
      mend: expect.stringContaining("again"),
    });
    expect([code, of("opening")]).toEqual([1, undefined]);
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

  it("tells a text, a DuckDB file and an empty one from a database", async () => {
    expect((await findings(file("a.sqlite", "a,b\n1,2\n"))).of("kind")).toMatchObject({
      state: "fault",
      text: expect.stringContaining("no SQLite database; its content may be text, or encrypted"),
    });
    const duckdb = Buffer.alloc(4096);
    duckdb.write("DUCK", 8);
    expect((await findings(file("b.sqlite", duckdb))).of("kind")).toMatchObject({
      text: expect.stringContaining("is a DuckDB database, and no SQLite database"),
      mend: expect.stringMatching(/^mv .*\.duckdb/u),
    });
    expect((await findings(file("c.sqlite", ""))).of("file")).toMatchObject({
      state: "warning",
      text: expect.stringContaining("is empty"),
    });
  });

  it.skipIf(process.platform !== "linux")(
    "names the process that writes to it, and one that keeps readers out",
    async () => {
      for (const mode of ["DELETE", "WAL"]) {
        const path = database(`PRAGMA journal_mode = ${mode}`);
        await using writer = await holder(path, "BEGIN IMMEDIATE; UPDATE salary SET city = 'x' WHERE id = 1");
        const during = await findings(path);
        expect(during.of("writer")).toMatchObject({
          state: "warning",
          text: expect.stringContaining(`Process ${writer.id} is writing`),
          mend: expect.stringContaining(`-p ${writer.id}`),
        });
        expect(during.code).toBe(0);
      }
      const path = database();
      await using writer = await holder(path, "BEGIN EXCLUSIVE");
      const { code, of } = await findings(path);
      expect(of("writer")).toMatchObject({
        state: "fault",
        text: expect.stringContaining(`Process ${writer.id} is writing to the file and keeps readers out`),
      });
      expect(code).toBe(1);
    },
  );

  it("tells of a log that is not in the file yet, and of the journal of a program that died", async () => {
    const path = database("PRAGMA journal_mode = WAL");
    const writer = new DatabaseSync(path);
    writer.exec("UPDATE salary SET city = 'x'");
    const logged = await findings(path);
    expect(logged.of("log")).toMatchObject({
      state: "ok",
      text: expect.stringMatching(/-wal holds .* A copy needs both/u),
    });
    writer.close();

    const died = join(folder, `died-${count++}.sqlite`);
    const script = `const { DatabaseSync } = require("node:sqlite"); const d = new DatabaseSync(process.argv[1]);
      d.exec("PRAGMA cache_size = 1; CREATE TABLE a (x); BEGIN; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) INSERT INTO a SELECT hex(randomblob(200)) FROM n");
      process.kill(process.pid, "SIGKILL")`;
    spawnSync(process.execPath, ["-e", script, died]);
    const { code, of } = await findings(died);
    expect(of("journal")).toMatchObject({ state: "warning", mend: expect.stringMatching(/^sqlite3 /u) });
    expect(of("opening")).toMatchObject({
      state: "fault",
      text: expect.stringContaining("unfinished transaction"),
    });
    expect(code).toBe(1);
  });

  it.skipIf(process.platform === "win32")(
    "says what a file and a folder without rights mean for a reader who has none",
    () => {
      const own = join(folder, `closed-${count++}`);
      mkdirSync(own);
      const [hidden, logged] = [join(own, "hidden.sqlite"), join(own, "logged.sqlite")];
      copyFileSync(database(), hidden);
      copyFileSync(database("PRAGMA journal_mode = WAL"), logged);
      writeFileSync(`${logged}-wal`, Buffer.alloc(100, 1));
      chmodSync(hidden, 0o600);
      chmodSync(logged, 0o644);
      chmodSync(own, 0o555);
      chmodSync(folder, 0o755);
      // Rights do not hold for root, who then asks as nobody does.
      const isRoot = process.getuid?.() === 0;
      const source = new URL(
        "../../src/environments/database/drivers/sqlite/sqlite-file-diagnosis.ts",
        import.meta.url,
      );
      const script = `import { sqliteFileDiagnoses } from ${JSON.stringify(source.href)};
      ${isRoot ? "process.setuid(65534);" : ""}
      console.log(JSON.stringify(process.argv.slice(1).map((path) => sqliteFileDiagnoses(path, String))));`;
      if (!isRoot) chmodSync(hidden, 0);
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", script, hidden, logged],
        {
          encoding: "utf8",
        },
      );
      chmodSync(own, 0o755);
      expect(stderr).toBe("");
      const [first, second] = JSON.parse(stdout) as readonly (readonly Finding[])[];
      expect(first).toMatchObject([
        { name: "file", state: "fault", mend: expect.stringContaining("chmod u+r") },
      ]);
      expect(second?.find(({ name }) => name === "folder")).toMatchObject({
        state: "warning",
        text: expect.stringContaining("-shm file"),
      });
    },
  );
});

describe("the doctor on a DuckDB file", () => {
  it("says what kind it is, that nobody writes, and what its log holds", async () => {
    const path = join(folder, `d${count++}.duckdb`);
    await asDuckdbOwner(path, "CREATE TABLE a (x INTEGER)", "INSERT INTO a VALUES (1)");
    const sound = await findings(path);
    expect(sound.of("kind")?.text).toBe("It is a DuckDB database.");
    expect(sound.checks.filter(({ state }) => state !== "ok")).toEqual([]);
    await asDuckdbOwner(path, "PRAGMA disable_checkpoint_on_shutdown", "INSERT INTO a VALUES (2)");
    expect((await findings(path)).of("log")).toMatchObject({
      state: "warning",
      mend: expect.stringContaining("CHECKPOINT"),
    });
  });

  it("tells a SQLite file from one", async () => {
    const path = join(folder, `named-${count++}.duckdb`);
    copyFileSync(database(), path);
    const { of } = await findings(path);
    // It is opened by what stands in it, whatever its name.
    expect(of("kind")?.text).toBe("It is a SQLite database.");
  });

  it.skipIf(process.platform !== "linux")("names the process that has it open for writing", async () => {
    const path = join(folder, `d${count++}.duckdb`);
    await using owner = await holder(path);
    const { code, of } = await findings(path);
    expect(of("writer")).toMatchObject({
      state: "fault",
      text: expect.stringContaining(`Process ${owner.id} has the file open for writing`),
    });
    expect(code).toBe(1);
  });
});

describe("the doctor on data files", () => {
  it.each([
    ["page.csv", "<!DOCTYPE html><html>", /named as delimited text, and is a web page/u],
    ["old.xlsx", Buffer.from("d0cf11e0a1b11ae1", "hex"), /named as a workbook.*old Office program/u],
    ["not.parquet", "a,b\n", /named as a Parquet file, and is something else/u],
    ["half.parquet", `PAR1${"x".repeat(40)}`, /is cut off/u],
    ["zipped.csv", gzipSync("a,b\n1,2\n"), /named as delimited text, and is compressed with gzip/u],
    ["plain.csv.gz", "a,b\n1,2\n", /in gzip, and is something else/u],
  ])("says of %s what it really is", async (name, content, text) => {
    const { code, of } = await findings(file(name, content));
    expect(of("kind")).toMatchObject({
      state: "fault",
      text: expect.stringMatching(text),
      mend: expect.any(String),
    });
    expect(code).toBe(1);
  });

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
