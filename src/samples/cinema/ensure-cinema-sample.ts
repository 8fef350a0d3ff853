import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { cinemaContentKey, cinemaContentVersion } from "./cinema-version.ts";
import { createCinemaWorld } from "./create-cinema-world.ts";
import { filmRows, operationRows, type Row } from "./database/rows.ts";
import { cinemaIndexes, cinemaSchema, writeCinemaDescriptions } from "./database/schema.ts";
import { ensureSampleFolder } from "./sample-folder.ts";

export interface CinemaSample {
  /** Path of the SQLite file. */
  readonly database: string;
  /** Folder with a CSV file of column descriptions per table. */
  readonly descriptions: string;
  /** The same in every folder; another where the content is. */
  readonly key: string;
}

const DATABASE = "cinema.sqlite";
const DESCRIPTIONS = "database_description";

/**
 * The sample's database in the cache folder; written on the first call for its content version (about two seconds), found on later ones.
 *
 * @throws FuxiError `store-unavailable` where the folder cannot be written or is full
 */
export function ensureCinemaSample(cacheFolder: string): CinemaSample {
  const name = `cinema-${cinemaContentVersion()}`;
  const folder = ensureSampleFolder(cacheFolder, name, [DATABASE, DESCRIPTIONS], (aside) => {
    writeCinemaDatabase(join(aside, DATABASE));
    writeCinemaDescriptions(join(aside, DESCRIPTIONS));
  });
  return {
    database: join(folder, DATABASE),
    descriptions: join(folder, DESCRIPTIONS),
    key: cinemaContentKey(),
  };
}

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
