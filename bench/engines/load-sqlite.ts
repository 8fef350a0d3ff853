import { openSqliteDriver } from "../../src/environments/database/index.ts";
import { sqliteReference } from "../oracle/sqlite-reference.ts";
import type { LoadedDatabase } from "./loaded-database.ts";

export function loadSqlite(file: string): LoadedDatabase {
  return {
    open: () => openSqliteDriver({ path: file }),
    reference: sqliteReference(file),
    drop: async () => {},
  };
}
