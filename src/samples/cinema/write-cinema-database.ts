import { DatabaseSync } from "node:sqlite";
import { createCinemaWorld } from "./create-cinema-world.ts";
import { filmRows, operationRows, type Row } from "./database/rows.ts";
import { cinemaIndexes, cinemaSchema } from "./database/schema.ts";

/**
 * Writes the sample's SQLite database to a path where there is no file yet.
 *
 * The rows are always the same; 130,257 of them in 16 tables.
 */
export function writeCinemaDatabase(path: string): void {
  const world = createCinemaWorld();
  const rows: Record<string, readonly Row[]> = { ...filmRows(world), ...operationRows(world) };
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN;");
    database.exec(cinemaSchema);
    for (const [table, tuples] of Object.entries(rows)) {
      const width = tuples[0]?.length ?? 0;
      const insert = database.prepare(`INSERT INTO "${table}" VALUES (${Array(width).fill("?").join(", ")})`);
      for (const tuple of tuples) insert.run(...tuple);
    }
    database.exec(cinemaIndexes);
    database.exec("COMMIT; PRAGMA journal_mode = DELETE;");
  } finally {
    database.close();
  }
}
