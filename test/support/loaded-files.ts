import { mkdtempSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DuckDBInstance, type Json } from "@duckdb/node-api";
import type { DataFilesOptions } from "../../src/environments/database/drivers/duckdb/files/open-data-files.ts";
import {
  type DataFilesDatabase,
  openDataFiles,
} from "../../src/environments/database/drivers/duckdb/files/open-data-files.ts";

export interface LoadedTable {
  readonly names: readonly string[];
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly Json[])[];
  readonly comments: Readonly<Record<string, string>>;
}

/** Loads files from a folder of tests, and reads tables back. */
export function fileLoader(folder: string) {
  const cacheFolder = mkdtempSync(join(folder, "cache-"));
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(mkdtempSync(join(folder, "files-")), basename(name));
    writeFileSync(path, content);
    return path;
  };
  const open = (options: Omit<DataFilesOptions, "cacheFolder">): Promise<DataFilesDatabase> =>
    openDataFiles({ ...options, cacheFolder });
  const table = async (database: DataFilesDatabase, name: string): Promise<LoadedTable> => {
    const instance = await DuckDBInstance.create(database.path, { access_mode: "READ_ONLY" });
    const connection = await instance.connect();
    try {
      const read = await connection.runAndReadAll(`SELECT * FROM "${name}"`);
      const comments = await connection.runAndReadAll(
        `SELECT column_name, comment FROM duckdb_columns() WHERE table_name = '${name}' AND comment IS NOT NULL
         UNION ALL SELECT '', comment FROM duckdb_tables() WHERE table_name = '${name}'`,
      );
      const types = read.columnNames().map((column, at) => [column, String(read.columnType(at))]);
      return {
        names: read.columnNames(),
        types: Object.fromEntries(types),
        rows: read.getRowsJson(),
        comments: Object.fromEntries(
          comments.getRows().map(([column, text]) => [String(column), String(text)]),
        ),
      };
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  };
  /** The only table of one file. */
  const only = async (name: string, content: string | Uint8Array) => {
    const database = await open({ files: [write(name, content)] });
    const [report] = database.tables;
    if (report === undefined) throw new RangeError("no table was made");
    return { report, ...(await table(database, report.table)) };
  };
  return { cacheFolder, write, open, table, only };
}
