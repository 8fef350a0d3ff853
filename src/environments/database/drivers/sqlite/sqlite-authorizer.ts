import { constants } from "node:sqlite";
import type { EngineRestrictions } from "../../driver/sql-driver.ts";

/** Everything that reading needs. What is not listed (ATTACH, every write, transactions, PRAGMA, …) is denied. */
const READING = new Set<number>([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

/** `load_extension` runs foreign code, `fts3_tokenizer` takes pointers; `readfile` and its like come with extended builds. */
const DENIED_FUNCTIONS = new Set([
  "load_extension",
  "fts3_tokenizer",
  "readfile",
  "writefile",
  "edit",
  "fsdir",
]);

/** Asked by full-text and R-tree tables about themselves while they are read; without an argument they only tell. */
const SELF_PRAGMAS = new Set(["data_version", "page_size"]);

const INTROSPECTION_PRAGMAS = new Set([
  "table_list",
  "table_xinfo",
  "foreign_key_list",
  "index_list",
  "index_info",
  "page_count",
]);

/** `reader`: the innermost view or CTE that the reading stands in. */
type Authorizer = (
  action: number,
  first: string | null,
  second: string | null,
  database: string | null,
  reader: string | null,
) => number;

/** SQLite's own tables hold declarations, and samples of what is indexed. */
const CATALOG = /^sqlite_/u;

function guardOf({
  tables,
  readers,
}: EngineRestrictions): (table: string | null, column: string | null, reader: string | null) => boolean {
  const guarded = new Map(
    tables.map(({ name, columns }) => [
      name.toLowerCase(),
      columns && new Set(columns.map((column) => column.toLowerCase())),
    ]),
  );
  const mayRead = new Set(readers);
  return (table, column, reader) => {
    if (reader !== null && mayRead.has(reader)) return false;
    const name = (table ?? "").toLowerCase();
    if (CATALOG.test(name)) return true;
    if (!guarded.has(name)) return false;
    return guarded.get(name)?.has((column ?? "").toLowerCase()) ?? true;
  };
}

/** Full-text tables prepare all their statements when they look through themselves, and run those that read; a read-only handle runs no others. */
const PREPARED = new Set<number>([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]);
const CHECK_PRAGMAS = new Set(["quick_check", ...SELF_PRAGMAS]);

/** For looking through a file's structure: no statement of anybody else's is prepared meanwhile. */
export const authorizeCheck: Authorizer = (action, first, second, database, reader) => {
  if (PREPARED.has(action)) return constants.SQLITE_OK;
  if (action === constants.SQLITE_PRAGMA && CHECK_PRAGMAS.has((first ?? "").toLowerCase()))
    return constants.SQLITE_OK;
  return authorizeReading(false)(action, first, second, database, reader);
};

/**
 * SQLite asks this about every action while it prepares (and, for VACUUM, runs) a statement: the guard that holds where a read-only
 * handle does not (`VACUUM INTO` writes a file from one).
 */
export function authorizeReading(introspecting: boolean, restrictions?: EngineRestrictions): Authorizer {
  const isGuarded = restrictions === undefined ? () => false : guardOf(restrictions);
  return (action, first, second, _database, reader) => {
    if (action === constants.SQLITE_READ && isGuarded(first, second, reader)) return constants.SQLITE_DENY;
    if (action === constants.SQLITE_FUNCTION) {
      return DENIED_FUNCTIONS.has((second ?? "").toLowerCase()) ? constants.SQLITE_DENY : constants.SQLITE_OK;
    }
    if (READING.has(action)) return constants.SQLITE_OK;
    if (action === constants.SQLITE_PRAGMA) {
      const pragma = (first ?? "").toLowerCase();
      if (SELF_PRAGMAS.has(pragma) && second === null) return constants.SQLITE_OK;
      if (introspecting && INTROSPECTION_PRAGMAS.has(pragma)) return constants.SQLITE_OK;
    }
    return constants.SQLITE_DENY;
  };
}
