import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type LocalDriver, localSqliteDriver } from "../../../support/local-sqlite-driver.ts";
import { databaseOf, exact, near, openIndex, signal, temporaryFolder } from "./index-fixture.ts";

const SCRIPT = "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('Bruce Wayne'), ('Łódź'), ('')";

async function built(driver: LocalDriver): Promise<{ cacheFolder: string; folder: string; file: string }> {
  const cacheFolder = temporaryFolder();
  await openIndex(driver, { cacheFolder }).ensureBuilt({ signal });
  const [name = ""] = readdirSync(join(cacheFolder, "value-index"));
  const folder = join(cacheFolder, "value-index", name);
  return { cacheFolder, folder, file: join(folder, readdirSync(folder)[0] ?? "") };
}

/** The statements that a new index needs until it is complete: none when it could take the files. */
async function statementsToComplete(driver: LocalDriver, cacheFolder: string): Promise<number> {
  driver.statements.length = 0;
  const index = openIndex(driver, { cacheFolder });
  expect(await index.ensureBuilt({ signal })).toMatchObject({ complete: true });
  expect(await exact(index, "lodz")).toEqual(["t.a=Łódź×1 folded"]);
  expect((await near(index, "Bruce Wain"))[0]).toBe("t.a=Bruce Wayne×1 typo");
  return driver.statements.length;
}

describe("cache files of the value index", () => {
  it("are taken without asking the engine, and belong to their owner alone", async () => {
    const driver = databaseOf(SCRIPT);
    const { cacheFolder, folder, file } = await built(driver);
    expect(await statementsToComplete(driver, cacheFolder)).toBe(0);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("are built anew when a single byte differs, wherever it is", async () => {
    const driver = databaseOf(SCRIPT);
    const { cacheFolder, file } = await built(driver);
    const good = readFileSync(file);
    for (let at = 0; at < good.length; at += 37) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] as number) ^ 0x10;
      writeFileSync(file, bad);
      expect(await statementsToComplete(driver, cacheFolder), `byte ${at}`).toBeGreaterThan(0);
    }
    expect(await statementsToComplete(driver, cacheFolder)).toBe(0);
  });

  it.each([
    ["empty", () => Buffer.alloc(0)],
    ["cut off", (good: Buffer) => good.subarray(0, good.length - 4)],
    ["too long", (good: Buffer) => Buffer.concat([good, Buffer.alloc(8)])],
    ["of another version", (good: Buffer) => Buffer.from(good).fill(99, 4, 5)],
    ["something else", () => Buffer.from("SQLite format 3\0 and so on and so on and so on")],
  ])("are built anew when %s", async (_, damage) => {
    const driver = databaseOf(SCRIPT);
    const { cacheFolder, file } = await built(driver);
    writeFileSync(file, damage(readFileSync(file)));
    expect(await statementsToComplete(driver, cacheFolder)).toBeGreaterThan(0);
    expect(await statementsToComplete(driver, cacheFolder)).toBe(0);
  });

  it("are not mistaken for those of another column", async () => {
    const driver = databaseOf("CREATE TABLE t (a TEXT, b TEXT); INSERT INTO t VALUES ('in a', 'in b')");
    const { cacheFolder, folder } = await built(driver);
    const [one = "", two = ""] = readdirSync(folder).map((name) => join(folder, name));
    writeFileSync(one, readFileSync(two));
    const index = openIndex(driver, { cacheFolder });
    await index.ensureBuilt({ signal });
    expect(await exact(index, "in a")).toEqual(["t.a=in a×1 exact"]);
    expect(await exact(index, "in b")).toEqual(["t.b=in b×1 exact"]);
  });

  it("may be missing altogether: the index then lives in memory", async () => {
    const driver = databaseOf(SCRIPT);
    const cacheFolder = join(temporaryFolder(), "file");
    writeFileSync(cacheFolder, "not a folder");
    const index = openIndex(driver, { cacheFolder });
    const state = await index.ensureBuilt({ signal });
    expect(state).toMatchObject({ complete: true });
    expect(state.unsaved).toBe(state.columns);
    expect(await exact(index, "Bruce Wayne")).toHaveLength(1);
  });

  it("are removed when they are left over from long ago, and not before", async () => {
    const driver = databaseOf(SCRIPT);
    const { cacheFolder, folder } = await built(driver);
    const names = [
      "gone.column",
      "recent.column",
      "killed.column.1-2.tmp",
      "writing.column.1-2.tmp",
      "notes.txt",
    ];
    for (const name of names) writeFileSync(join(folder, name), "");
    const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
    for (const name of ["gone.column", "killed.column.1-2.tmp", "notes.txt"])
      utimesSync(join(folder, name), old, old);
    await openIndex(driver, { cacheFolder }).ensureBuilt({ signal });
    const left = readdirSync(folder).filter((name) => names.includes(name));
    expect(left.sort()).toEqual(["notes.txt", "recent.column", "writing.column.1-2.tmp"]);
  });

  it("survive several processes that build at once", async () => {
    const cacheFolder = temporaryFolder();
    const path = join(temporaryFolder(), "data.sqlite");
    const driver = localSqliteDriver(path);
    driver.database.exec(`CREATE TABLE t (a TEXT, b TEXT, c TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT 'first ' || i, 'second ' || i, 'third ' || i FROM n`);
    const builder = join(import.meta.dirname, "build-in-process.ts");
    const run = () => promisify(execFile)(process.execPath, [builder, path, cacheFolder]);
    const outputs = await Promise.all([run(), run(), run()]);
    expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(Array(3).fill("true 3 15000 second 4321"));
    const [name = ""] = readdirSync(join(cacheFolder, "value-index"));
    expect(readdirSync(join(cacheFolder, "value-index", name))).toHaveLength(3);
    await driver.close();
    const after = await run();
    expect(after.stdout.trim()).toBe("true 3 15000 second 4321");
  }, 60_000);
});
