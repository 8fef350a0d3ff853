import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import {
  openSqliteDriver,
  type SqliteDriver,
} from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { rejectsWith } from "../../../../src/testing/test-runner.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { ENDLESS, statementOptions } from "./sql-driver-queries.ts";

const folder = temporaryFolder();
const never = new AbortController().signal;

function database(name: string, sql: string): string {
  const path = join(folder, name);
  const owner = new DatabaseSync(path);
  owner.exec(sql);
  owner.close();
  return path;
}

async function opened<T>(path: string, body: (driver: SqliteDriver) => Promise<T>): Promise<T> {
  const driver = await openSqliteDriver({ path, busyMilliseconds: 50 });
  try {
    return await body(driver);
  } finally {
    await driver.close();
  }
}

it("says that a file is missing, and creates none", async () => {
  const path = join(folder, "missing.sqlite");
  const error = await rejectsWith("target-not-found", openSqliteDriver({ path }));
  expect(error.message).toContain("missing.sqlite");
  expect(() => readFileSync(path)).toThrow();
});

it("says that a folder is no database", async () => {
  await rejectsWith("target-not-supported", openSqliteDriver({ path: folder }));
});

it("says that a file is no database", async () => {
  const path = join(folder, "notes.txt");
  writeFileSync(path, "id,name\n1,Anna\n".repeat(100));
  const error = await rejectsWith("target-corrupt", openSqliteDriver({ path }));
  expect(error.message).toBe("notes.txt is not a SQLite database (or it is encrypted).");
});

it("says that a database is damaged, at opening or at the query that meets the damage", async () => {
  const path = database(
    "damaged.sqlite",
    "CREATE TABLE t (a TEXT); WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r LIMIT 5000) INSERT INTO t SELECT 'row ' || i FROM r",
  );
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 0x5a)]));
  await opened(path, (driver) =>
    rejectsWith("target-corrupt", driver.query("SELECT sum(length(a)) FROM t", [], statementOptions())),
  );
  writeFileSync(
    path,
    Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(3996, 0x5a), bytes.subarray(4096)]),
  );
  await rejectsWith("target-corrupt", openSqliteDriver({ path }));
});

it("opens an empty file as a database without tables", async () => {
  const path = join(folder, "empty.sqlite");
  writeFileSync(path, "");
  await opened(path, async (driver) => {
    expect(await driver.introspect(never)).toEqual({ tables: [] });
    expect((await driver.query("SELECT 1", [], statementOptions())).rows).toEqual([[1]]);
  });
});

it("says that another process holds the lock, and reads when it is gone", async () => {
  const path = database("locked.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  const holder = new DatabaseSync(path);
  holder.exec("BEGIN EXCLUSIVE");
  await rejectsWith("target-locked", openSqliteDriver({ path, busyMilliseconds: 20 }));
  holder.exec("ROLLBACK");
  await opened(path, async (driver) => {
    holder.exec("BEGIN EXCLUSIVE");
    await rejectsWith("target-locked", driver.query("SELECT * FROM t", [], statementOptions()));
    holder.exec("ROLLBACK");
    expect((await driver.query("SELECT * FROM t", [], statementOptions())).rows).toEqual([[1]]);
  });
  holder.close();
});

it("does not keep a writer from writing after a result was cut off", async () => {
  const path = database("shared.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)");
  await opened(path, async (driver) => {
    await driver.query("SELECT * FROM t", [], statementOptions({ maxRows: 1 }));
    const writer = new DatabaseSync(path);
    writer.exec("INSERT INTO t VALUES (4)");
    writer.close();
    expect((await driver.query("SELECT count(*) FROM t", [], statementOptions())).rows).toEqual([[4]]);
  });
});

it("says that a writer died in the middle of a transaction", async () => {
  const path = database(
    "hot.sqlite",
    "CREATE TABLE t (a); WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r LIMIT 20000) INSERT INTO t SELECT randomblob(100) FROM r",
  );
  const writer = new DatabaseSync(path);
  writer.exec("PRAGMA cache_size = 5; BEGIN; UPDATE t SET a = randomblob(100)");
  for (const suffix of ["", "-journal"])
    copyFileSync(`${path}${suffix}`, join(folder, `dead.sqlite${suffix}`));
  writer.exec("ROLLBACK");
  writer.close();
  const error = await rejectsWith("target-locked", openSqliteDriver({ path: join(folder, "dead.sqlite") }));
  expect(error.message).toContain("unfinished transaction");
});

it.skipIf(process.getuid?.() === 0)(
  "says that a file may not be read (not checked as root, who may read all)",
  async () => {
    const path = database("private.sqlite", "CREATE TABLE t (a)");
    chmodSync(path, 0);
    await rejectsWith("target-denied", openSqliteDriver({ path }));
  },
);

it.skipIf(process.getuid?.() === 0)(
  "reads a WAL database in a folder that cannot be written (not checked as root)",
  async () => {
    const path = database(
      "sealed/wal.sqlite".replace("sealed/", ""),
      "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)",
    );
    const sealed = join(folder, "sealed");
    mkdirSync(sealed);
    copyFileSync(path, join(sealed, "wal.sqlite"));
    chmodSync(sealed, 0o555);
    await opened(join(sealed, "wal.sqlite"), async (driver) => {
      expect((await driver.query("SELECT a FROM t", [], statementOptions())).rows).toEqual([[1]]);
    });
    chmodSync(sealed, 0o755);
  },
);

it("reads the file that was put in the place of another once its version was asked for", async () => {
  const path = database("replaced.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES ('old')");
  const next = database("next.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES ('new')");
  await opened(path, async (driver) => {
    const before = await driver.dataVersion(never);
    rmSync(path);
    copyFileSync(next, path);
    expect(await driver.dataVersion(never)).not.toBe(before);
    expect((await driver.query("SELECT a FROM t", [], statementOptions())).rows).toEqual([["new"]]);
  });
});

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A program of its own that opens a new database as `driver`. */
function program(name: string, body: string) {
  const path = database(name, "CREATE TABLE t (a)");
  const text = `import { openSqliteDriver } from ${moduleAt("../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts")};
    import { ENDLESS, statementOptions } from ${moduleAt("./sql-driver-queries.ts")};
    const driver = await openSqliteDriver({ path: ${JSON.stringify(path)} });
    ${body}`;
  return spawn(process.execPath, ["--input-type=module", "-e", text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

it("lets the program end while its processes are idle, and ends them with it", async () => {
  const child = program(
    "idle.sqlite",
    `await driver.query("SELECT 1", [], statementOptions());
    console.log(JSON.stringify(driver.processIds));`,
  );
  const output = (await child.stdout.toArray()).join("");
  expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(0);
  const ids = JSON.parse(output) as number[];
  expect(ids).toHaveLength(1);
  await expect.poll(() => ids.filter(isRunning), { timeout: 10_000 }).toEqual([]);
});

it("closes in the middle of a statement before the program ends", async () => {
  const child = program(
    "closing.sqlite",
    `driver.query(ENDLESS, [], statementOptions()).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    await driver.close();
    console.log("closed");`,
  );
  expect((await child.stdout.toArray()).join("")).toBe("closed\n");
  expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(0);
});

it("ends a process in the middle of a statement when the program is killed", async () => {
  const child = program(
    "orphan.sqlite",
    `driver.query(ENDLESS, [], statementOptions({ milliseconds: 600000 })).catch(() => {});
    console.log(JSON.stringify(driver.processIds));`,
  );
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const ids = JSON.parse(line.toString()) as number[];
  expect(ids.filter(isRunning)).toEqual(ids);
  child.kill("SIGKILL");
  await expect.poll(() => ids.filter(isRunning), { timeout: 10_000 }).toEqual([]);
});

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return !readFileSync(`/proc/${id}/stat`, "utf8").includes(") Z ");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" && process.platform !== "linux";
  }
}

it("answers those who wait when the only process dies", async () => {
  const path = database("dying.sqlite", "CREATE TABLE t (a)");
  const driver = await openSqliteDriver({ path, poolSize: 1 });
  const lost = rejectsWith("engine-unavailable", driver.query(ENDLESS, [], statementOptions()));
  const waiting = driver.query("SELECT 1", [], statementOptions());
  for (const id of driver.processIds) process.kill(id, "SIGKILL");
  await lost;
  expect((await waiting).rows).toEqual([[1]]);
  await driver.close();
});
