import { constants } from "node:sqlite";

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

/**
 * SQLite asks this about every action while it prepares (and, for VACUUM, runs) a statement: the guard that holds where a read-only
 * handle does not (`VACUUM INTO` writes a file from one).
 */
export function authorizeReading(
  introspecting: boolean,
): (action: number, first: string | null, second: string | null) => number {
  return (action, first, second) => {
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
