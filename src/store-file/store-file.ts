import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { FuxiError } from "../errors/fuxi-error.ts";
import { MIGRATIONS } from "./migrations.ts";
import { DatabaseSync } from "./node-sqlite.ts";
import { guarded } from "./store-file-errors.ts";

/** "Fuxi" in ASCII: tells a store from any other SQLite file. */
const APPLICATION_ID = 0x46757869;
/** How long a writer waits for another process before it gives up. */
const BUSY_MILLISECONDS = 5000;

/** A store of the process, which ends with it. */
export const IN_MEMORY = ":memory:";

export interface StoreFile {
  readonly path: string;
  readonly database: DatabaseSync;
}

/**
 * Opens or creates the SQLite file that holds trajectories, artifacts, glossary and workspaces: private to the user (0600, in a folder made with 0700), in WAL
 * mode so that readers do not wait, and synced at every commit so that what was acted on was written. An older schema is brought up to date.
 *
 * @throws FuxiError `store-corrupt` for a damaged file, one of another program, or one written by a newer version; `store-unavailable` where
 * it can be neither opened nor made
 */
export function openStoreFile(path: string): StoreFile {
  if (path !== IN_MEMORY) makePrivateFile(path);
  return guarded(path, () => {
    const database = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS });
    try {
      database.exec(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON",
      );
      migrate(path, database);
    } catch (error) {
      database.close();
      throw error;
    }
    return { path, database };
  });
}

function makePrivateFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  } catch (cause) {
    throw new FuxiError("store-unavailable", `The store ${path} cannot be opened.`, {
      hint: "Check that the folder may be written to, or name another one.",
      cause,
    });
  }
}

/** Runs `work` as one transaction that is written whole or not at all. */
export function inTransaction<T>({ path, database }: StoreFile, work: () => T): T {
  return guarded(path, () => {
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  });
}

function migrate(path: string, database: DatabaseSync): void {
  // Read again inside the transaction: another process may be migrating at the same time.
  if (versionOf(path, database) === MIGRATIONS.length) return;
  inTransaction({ path, database }, () => {
    for (const step of MIGRATIONS.slice(versionOf(path, database))) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function versionOf(path: string, database: DatabaseSync): number {
  const version = pragma(database, "user_version");
  const application = pragma(database, "application_id");
  const empty = database.prepare("SELECT count(*) AS n FROM sqlite_schema").get()?.n === 0;
  if (application !== APPLICATION_ID && !(empty && application === 0 && version === 0)) {
    throw new FuxiError("store-corrupt", `${path} is not a store of Fuxi.`, {
      hint: "Name another file for the store.",
    });
  }
  if (version > MIGRATIONS.length) {
    throw new FuxiError("store-corrupt", `The store ${path} was written by a newer version of Fuxi.`, {
      hint: "Update Fuxi, or name another file for the store.",
    });
  }
  return version;
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}
