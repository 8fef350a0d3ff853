import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import {
  openSqliteDriver,
  type SqliteDriver,
} from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const never = new AbortController().signal;

/** The versions before and after each of the changes. */
async function versions(name: string, changes: readonly string[]): Promise<readonly (string | undefined)[]> {
  const path = join(folder, name);
  const owner = new DatabaseSync(path);
  owner.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  let driver: SqliteDriver | undefined;
  try {
    driver = await openSqliteDriver({ path });
    const seen = [await driver.dataVersion(never)];
    for (const change of changes) {
      owner.exec(change);
      seen.push(await driver.dataVersion(never));
    }
    return seen;
  } finally {
    await driver?.close();
    owner.close();
  }
}

const INSERT = "INSERT INTO t VALUES (2)";

it("changes with each write where the file has a rollback journal", async () => {
  expect(new Set(await versions("rollback.sqlite", [INSERT, INSERT, INSERT])).size).toBe(4);
});

it("changes with each write to the log of a file that went over to one while it was read", async () => {
  const seen = await versions("over.sqlite", ["PRAGMA journal_mode = WAL", INSERT, INSERT]);
  expect(new Set(seen.slice(1)).size).toBe(3);
});

it("changes with each write to a file that came back from a log", async () => {
  const seen = await versions("back.sqlite", [
    "PRAGMA journal_mode = WAL",
    INSERT,
    "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE",
    INSERT,
    INSERT,
  ]);
  expect(new Set(seen.slice(3)).size).toBe(3);
});

it("stays the same while nothing is written", async () => {
  expect(new Set(await versions("still.sqlite", ["SELECT 1", "SELECT 1"])).size).toBe(1);
});
