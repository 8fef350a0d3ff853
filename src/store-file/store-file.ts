import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { FuxiError } from "../errors/fuxi-error.ts";
import { DatabaseSync } from "./node-sqlite.ts";
import { guarded } from "./store-file-errors.ts";

/**
 * Each step brings a store file from the version of its index to the next. Steps are never changed once they were released: stores of every
 * earlier version exist.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE run (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     principal TEXT NOT NULL,
     id TEXT NOT NULL,
     record TEXT NOT NULL,
     reopen TEXT,
     UNIQUE (principal, id)
   ) STRICT;
   CREATE TABLE event (
     run INTEGER NOT NULL REFERENCES run (number) ON DELETE CASCADE,
     seq INTEGER NOT NULL,
     body TEXT NOT NULL,
     PRIMARY KEY (run, seq)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE artifact (
     principal TEXT NOT NULL,
     sha256 TEXT NOT NULL,
     expires INTEGER NOT NULL,
     content BLOB NOT NULL,
     PRIMARY KEY (principal, sha256)
   ) STRICT;
   CREATE INDEX artifact_by_expiry ON artifact (expires);`,
  `CREATE TABLE glossary (
     principal TEXT NOT NULL,
     environment TEXT NOT NULL,
     folded TEXT NOT NULL,
     at TEXT NOT NULL,
     entry TEXT NOT NULL,
     PRIMARY KEY (principal, environment, folded)
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE workspace (
     principal TEXT NOT NULL,
     id TEXT NOT NULL,
     version INTEGER NOT NULL,
     expires INTEGER NOT NULL,
     content TEXT NOT NULL,
     PRIMARY KEY (principal, id)
   ) STRICT;
   CREATE INDEX workspace_by_expiry ON workspace (expires);
   CREATE INDEX workspace_by_principal ON workspace (principal, expires);`,
  `CREATE INDEX artifact_by_principal ON artifact (principal, expires, sha256, length(content));`,
  `CREATE TABLE work_list (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     principal TEXT NOT NULL,
     id TEXT NOT NULL,
     manifest TEXT NOT NULL,
     created INTEGER NOT NULL,
     items INTEGER NOT NULL,
     UNIQUE (principal, id)
   ) STRICT;
   CREATE TABLE work_item (
     list INTEGER NOT NULL REFERENCES work_list (number) ON DELETE CASCADE,
     place INTEGER NOT NULL,
     item TEXT NOT NULL,
     holder TEXT,
     held_until INTEGER,
     result TEXT,
     PRIMARY KEY (list, place),
     UNIQUE (list, item)
   ) STRICT;
   CREATE INDEX work_item_open ON work_item (list, place) WHERE result IS NULL;
   CREATE INDEX work_item_held ON work_item (list, holder) WHERE result IS NULL AND holder IS NOT NULL;`,
];

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
