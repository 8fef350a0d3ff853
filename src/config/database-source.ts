import {
  type DatabaseSource,
  duckdbSource,
  mysqlSource,
  postgresSource,
  sqliteSource,
} from "./open-database.ts";
import type { OpenOptions } from "./open-options.ts";
import type { Target } from "./target.ts";

const DATABASES = ["sqlite-file", "duckdb-file", "data-files", "postgres-url", "mysql-url"] as const;

/** A target that is a database of its own, not a bundled one. */
export type DatabaseTarget = Extract<Target, { readonly type: (typeof DATABASES)[number] }>;

export function isDatabase(target: Target): target is DatabaseTarget {
  return DATABASES.some((type) => type === target.type);
}

/** Opens the engine of a database; what is read from it is the caller's business. */
export async function databaseSource(target: DatabaseTarget, options: OpenOptions): Promise<DatabaseSource> {
  switch (target.type) {
    case "sqlite-file":
      return sqliteSource(target.path);
    case "duckdb-file":
      return duckdbSource(target.path);
    case "postgres-url":
      return postgresSource(target.url);
    case "mysql-url":
      return mysqlSource(target.url);
    case "data-files":
      return (await import("./open-data-files.ts")).dataFilesSource(target, options);
  }
}
