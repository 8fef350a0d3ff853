import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBDecimalValue, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";
import { openDuckdbDriver } from "../../src/environments/database/index.ts";
import type { LoadedDatabase } from "./loaded-database.ts";

/** Copies a SQLite file into a DuckDB file in that folder. */
export async function loadDuckdb(sqliteFile: string, folder: string): Promise<LoadedDatabase> {
  const path = join(folder, "copied.duckdb");
  const writer = join(import.meta.dirname, "write-duckdb.ts");
  await promisify(execFile)(process.execPath, [writer, sqliteFile, path]);
  const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  return {
    open: () => openDuckdbDriver({ path }),
    reference: {
      async rows(sql) {
        const reader = await connection.runAndReadAll(sql);
        return reader.getRows().map((row) => row.map(plainCell));
      },
      async close() {
        connection.closeSync();
        instance.closeSync();
      },
    },
    drop: async () => {},
  };
}

function plainCell(cell: DuckDBValue): unknown {
  if (cell === null || typeof cell !== "object") return cell;
  return cell instanceof DuckDBDecimalValue ? cell.toDouble() : String(cell);
}
