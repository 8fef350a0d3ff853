import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import { FuxiError } from "../errors/fuxi-error.ts";
import { DatabaseSync } from "./node-sqlite.ts";
import { type Rows, type Sql, type Statement, sharedUntil, type Work } from "./sql.ts";
import { CHANGES_OF_OLD_STORES, OLD_VERSION, otherVersion, STORE_VERSION, tablesOf } from "./tables.ts";

/** "Fuxi" in ASCII: tells a store from any other SQLite file. */
const APPLICATION_ID = 0x46757869;
/** How long a writer waits for another process before it gives up. */
const BUSY_MILLISECONDS = 5000;
/** A store that ends with the process. */
export const IN_MEMORY = ":memory:";

/**
 * Opens or creates a SQLite file that holds stores: private to the user (0600, in a folder made with 0700), in WAL mode so that readers do not
 * wait, and synced at every commit so that nothing is acted on unwritten. Older tables are migrated.
 *
 * @throws FuxiError `store-corrupt` for a damaged file, one of another program, or one written by a newer version; `store-unavailable` if the
 * file can be neither opened nor created
 */
export function openSqliteStore(path: string): Sql {
  if (path !== IN_MEMORY) makePrivateFile(path);
  const database = guarded(path, () => opened(path));
  const prepared = new Map<string, { readonly statement: StatementSync; readonly returnsRows: boolean }>();

  const prepare = (sql: string) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(inSqlite(sql));
    const made = { statement, returnsRows: statement.columns().length > 0 };
    prepared.set(sql, made);
    return made;
  };
  const execute = ({ sql, values = [] }: Statement): Rows => {
    const { statement, returnsRows } = prepare(sql);
    const given = values as readonly SQLInputValue[];
    if (!returnsRows) return { rows: [], rowCount: Number(statement.run(...given).changes) };
    const rows = statement.all(...given);
    return { rows, rowCount: rows.length };
  };
  const carryOut = <T>(work: Work<T>): T => {
    const steps = work();
    let step = steps.next();
    while (!step.done) step = steps.next(execute(step.value));
    return step.value;
  };

  const share = sharedUntil(() => database.close());
  return {
    place: path,
    shared: false,
    get closed() {
      return !database.isOpen;
    },
    now: "now_ms()",
    table: (name) => name,
    elements: (parameter, alias = "given") => `json_each($${parameter}) AS ${alias}`,
    digests: (column) => `json_each(digests(${column})) AS found`,
    run: async (work) => guarded(path, () => carryOut(work)),
    transaction: async (work) => guarded(path, () => inTransaction(database, () => carryOut(work))),
    compact(whole) {
      try {
        prepared.clear();
        if (whole) database.exec("VACUUM");
        return database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
      } catch {
        return false;
      }
    },
    damaged: (cause) => damaged(path, cause),
    share,
  };
}

/** SQLite needs no types of parameters and no row locks: nobody else writes during a transaction. */
const inSqlite = (sql: string): string =>
  sql
    .replace(/\$(\d+)/gu, "?$1")
    .replace(/::\w+/gu, "")
    .replace(/FOR UPDATE(?: SKIP LOCKED)?/gu, "");

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

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS });
  try {
    database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON",
    );
    const pure = { deterministic: true };
    database.function("now_ms", () => Date.now());
    database.function("greatest", pure, (a, b) => (Number(a) > Number(b) ? a : b));
    database.function("digests", pure, (text) =>
      JSON.stringify(String(text).match(/\b[0-9a-f]{64}\b/gu) ?? []),
    );
    migrate(path, database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

const WORDS = { serial: "INTEGER PRIMARY KEY AUTOINCREMENT", bytes: "blob", uuid: "text", changing: "" };

function migrate(path: string, database: DatabaseSync): void {
  if (versionOf(path, database) === STORE_VERSION) return;
  inTransaction(database, () => {
    // Checked again: another process may have migrated in between.
    const version = versionOf(path, database);
    if (version === STORE_VERSION) return;
    database.exec(version === OLD_VERSION ? CHANGES_OF_OLD_STORES : tablesOf(WORDS));
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STORE_VERSION}`);
  });
}

/** Version of the file's tables; 0 for an empty file. */
function versionOf(path: string, database: DatabaseSync): number {
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
  const version = pragma("user_version");
  const application = pragma("application_id");
  const isEmpty = database.prepare("SELECT count(*) AS n FROM sqlite_schema").get()?.n === 0;
  if (isEmpty && application === 0 && version === 0) return 0;
  if (application !== APPLICATION_ID) {
    throw new FuxiError("store-corrupt", `${path} is not a store of Fuxi.`, {
      hint: "Name another file for the store.",
    });
  }
  if (version === OLD_VERSION || version === STORE_VERSION) return version;
  throw otherVersion(`The store ${path}`, version, "file for the store");
}

/** Primary result codes of SQLite; the extended ones carry them in their low byte. */
const BUSY = [5, 6];
const DAMAGED = [11, 26];

/** Converts errors of SQLite to a FuxiError. */
function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = (cause as { errcode?: unknown } | null)?.errcode;
    if (typeof code !== "number") throw cause;
    const primary = code & 0xff;
    if (DAMAGED.includes(primary)) throw damaged(path, cause);
    const isBusy = BUSY.includes(primary);
    throw new FuxiError(
      "store-unavailable",
      `The store ${path} ${isBusy ? "is held by another process" : "cannot be read or written"}.`,
      {
        hint: isBusy
          ? "Try again when the other process has ended."
          : "Check the free space and the rights of the folder.",
        cause,
      },
    );
  }
}

function damaged(path: string, cause?: unknown): FuxiError {
  return new FuxiError("store-corrupt", `The store ${path} is damaged.`, {
    hint: "Move it away to begin a new one, or restore it from a copy.",
    cause,
  });
}
