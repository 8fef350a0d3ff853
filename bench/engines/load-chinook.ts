import { join } from "node:path";
import type { PerEngine } from "../../test/support/per-engine.ts";
import { loadDuckdb } from "./load-duckdb.ts";
import { loadMariadb } from "./load-mariadb.ts";
import { loadPostgres } from "./load-postgres.ts";
import { loadSqlite } from "./load-sqlite.ts";
import type { LoadedDatabase } from "./loaded-database.ts";

export function loadChinook(data: string, scratch: string): PerEngine<() => Promise<LoadedDatabase>> {
  const file = (name: string) => join(data, "sql/chinook", name);
  return {
    sqlite: async () => loadSqlite(file("Chinook_Sqlite.sqlite")),
    duckdb: () => loadDuckdb(file("Chinook_Sqlite.sqlite"), scratch),
    postgres: () => loadPostgres(file("Chinook_PostgreSql.sql")),
    mariadb: () => loadMariadb(file("Chinook_MySql.sql")),
  };
}
