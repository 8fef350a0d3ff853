import { given } from "../util/given.ts";
import type { DatabaseSource } from "./open-database.ts";
import type { OpenOptions } from "./open-options.ts";
import type { DataFilesTarget } from "./recognise-target.ts";

/** Opens data files as a database. Reports the table of each file in a line, and doubts as warnings. */
export async function dataFilesSource(
  { name, files, groups }: DataFilesTarget,
  { folders, signal, onProgress, onNote, database, encoding }: OpenOptions,
): Promise<DatabaseSource> {
  const [{ openDataFiles }, { openDuckdbDriver }, { doubtLines, summaryLine }] = await Promise.all([
    import("../environments/database/drivers/duckdb/files/open-data-files.ts"),
    import("../environments/database/drivers/duckdb/duckdb-driver.ts"),
    import("../environments/database/drivers/duckdb/files/load-report.ts"),
  ]);
  const { path, key, readable, tables, empty } = await openDataFiles({
    files,
    groups,
    cacheFolder: folders.cache,
    signal,
    ...given({ privacy: database?.privacy, encodings: encoding, onProgress }),
  });
  if (tables.length > 1) onNote?.(`${name}: one database of ${tables.length} tables`);
  for (const table of tables.slice(0, MOST_LINES)) onNote?.(summaryLine(table));
  if (tables.length > MOST_LINES) onNote?.(`and ${tables.length - MOST_LINES} more tables`);
  const notes = [...doubtLines(tables), ...empty.map((file) => `${file} is empty and no table`)];
  return { driver: openDuckdbDriver({ path, name, key, readable, notes }), notes };
}

/** A folder of hundreds of files does not fill the screen. */
const MOST_LINES = 12;
