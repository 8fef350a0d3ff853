import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { constants, DatabaseSync } from "../../store/node-sqlite.ts";

const SQLITE_FULL = 13;

/**
 * Makes an SQLite file aside and moves it into place as a whole, where `isKept`: several processes may do this at once, and a kill leaves nothing half made.
 * @throws FuxiError `disk-full`, `store-unavailable` where the file cannot be written; as `fill`
 */
export function makeSqliteFile<Result>(
  path: string,
  fill: (database: DatabaseSync) => Result,
  isKept: (result: Result) => boolean = () => true,
): Result {
  const folder = dirname(path);
  let aside: string | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    aside = mkdtempSync(join(folder, "making-"));
    const file = join(aside, "database.sqlite");
    const result = filled(file, fill);
    if (isKept(result)) renameSync(file, path);
    return result;
  } catch (cause) {
    if (FuxiError.isInstance(cause)) throw cause;
    if (isFull(cause))
      throw new FuxiError("disk-full", `There is no room for a database in ${folder}.`, { cause });
    throw new FuxiError(
      "store-unavailable",
      `A database cannot be written to ${folder}: ${messageOf(cause)}.`,
      {
        hint: "Check the rights and the free space of the folder, or name another one with --out or FUXI_CACHE_DIR.",
        cause,
      },
    );
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
}

function filled<Result>(file: string, fill: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;");
    return fill(database);
  } finally {
    database.close();
  }
}

export function isFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    ("errcode" in cause && cause.errcode === SQLITE_FULL) || ("code" in cause && cause.code === "ENOSPC")
  );
}

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** A script comes with somebody's data: it may write the database that it makes, and no other file. */
const DENIED = new Set<number>([constants.SQLITE_ATTACH, constants.SQLITE_DETACH]);

/**
 * Makes an SQLite file of a script with declarations and INSERTs, where there is none yet.
 * @throws FuxiError `data-invalid` for a script that does not run or makes no table; as `makeSqliteFile`
 */
export function databaseOfScript(script: string, path: string): void {
  if (existsSync(path)) return;
  makeSqliteFile(path, (database) => {
    database.setAuthorizer((action) => (DENIED.has(action) ? constants.SQLITE_DENY : constants.SQLITE_OK));
    try {
      database.exec(script);
    } catch (cause) {
      throw new FuxiError("data-invalid", `SQLite says: ${messageOf(cause)}.`, { cause });
    }
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'").get();
    if (tables?.["count"] === 0) throw new FuxiError("data-invalid", "It declares no table.");
  });
}
