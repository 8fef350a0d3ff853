import type { DatabaseSync } from "node:sqlite";

/** Up to this size of the file a count scans little enough to be cheap (some 30 ms from a warm cache). */
const COUNTED_BYTES = 64 * 1024 * 1024;

type RowCount = { readonly value: number; readonly exact: boolean };

/**
 * Exact counts for small files. For large ones what ANALYZE noted, else the span of the row ids where it is believable, else nothing.
 */
export function tableRowCount(
  database: DatabaseSync,
): (table: string, hasRowId: boolean) => RowCount | undefined {
  const size = database.prepare(
    "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size",
  );
  const bytes = Number(size.get()?.size ?? 0);
  const noted = bytes > COUNTED_BYTES ? analyzedCounts(database) : new Map<string, number>();
  return (table, hasRowId) => {
    const name = `"${table.replaceAll('"', '""')}"`;
    if (bytes <= COUNTED_BYTES) {
      const row = database.prepare(`SELECT count(*) AS n FROM ${name}`).get();
      return { value: Number(row?.n), exact: true };
    }
    const estimate = noted.get(table) ?? (hasRowId ? rowIdSpan(database, name) : undefined);
    // A row takes at least two bytes of its page: a wider span tells of gaps, not of rows.
    return estimate === undefined || estimate > bytes / 2 ? undefined : { value: estimate, exact: false };
  };
}

function analyzedCounts(database: DatabaseSync): Map<string, number> {
  try {
    const rows = database.prepare("SELECT tbl, stat FROM sqlite_stat1").all();
    return new Map(rows.map((row) => [String(row.tbl), Number.parseInt(String(row.stat), 10)]));
  } catch {
    return new Map();
  }
}

function rowIdSpan(database: DatabaseSync, name: string): number | undefined {
  const statement = database.prepare(
    `SELECT coalesce((SELECT max(rowid) FROM ${name}) - (SELECT min(rowid) FROM ${name}) + 1, 0) AS n`,
  );
  statement.setReadBigInts(true);
  const span = Number(statement.get()?.n);
  return span >= 0 ? span : undefined;
}
