import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

const CANNOT_OPEN = 14;
const READ_ONLY = 8;

/**
 * Opens a file for reading and reads its schema once, so that a damaged, locked or foreign file is told now and not by the first query.
 *
 * A database in WAL mode needs a `-shm` file beside it. Where the folder cannot be written and no unfinished `-wal` lies there, the
 * file cannot change either, and is opened as immutable.
 */
export function openReadOnly(path: string, busyMilliseconds: number): DatabaseSync {
  try {
    return openAndProbe(path, busyMilliseconds);
  } catch (error) {
    const code = (error as { errcode?: number }).errcode ?? 0;
    const unwritableFolder = (code & 0xff) === CANNOT_OPEN || (code & 0xff) === READ_ONLY;
    const leftovers = sizeOf(`${path}-wal`) + sizeOf(`${path}-journal`);
    if (!unwritableFolder || sizeOf(path) === 0 || leftovers > 0) throw error;
    const immutable = pathToFileURL(path);
    immutable.searchParams.set("immutable", "1");
    return openAndProbe(immutable, busyMilliseconds);
  }
}

function openAndProbe(path: string | URL, busyMilliseconds: number): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly: true,
    timeout: busyMilliseconds,
    // SQLite's own default, and one Spider query in five relies on it.
    enableDoubleQuotedStringLiterals: true,
    allowExtension: false,
    defensive: true,
  });
  try {
    database.prepare("SELECT count(*) FROM sqlite_master").get();
    connectVirtualTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * An R-tree prepares its own writing statements when it is first used, which the authorizer would refuse; this is done before the authorizer is
 * set, and writes nothing. A virtual table of a module that is not there stays as unreadable as it is.
 */
function connectVirtualTables(database: DatabaseSync): void {
  const virtual = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'")
    .all() as { name: string }[];
  for (const { name } of virtual) {
    try {
      database.prepare(`SELECT 1 FROM "${name.replaceAll('"', '""')}" LIMIT 0`);
    } catch {
      // told by the query that needs it
    }
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
