import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../environment/environment.ts";
import type { SqlDriver } from "../environments/database/driver/sql-driver.ts";
import { isEmptyPolicy } from "../environments/database/privacy/privacy-policy.ts";
import type { OpenOptions } from "./open-options.ts";
import type { Target } from "./recognise-target.ts";

const DATABASES = ["sqlite-file", "duckdb-file", "data-files", "postgres-url", "mysql-url"] as const;

/** A target that is a database of its own, not a bundled one. */
type DatabaseTarget = Extract<Target, { readonly type: (typeof DATABASES)[number] }>;

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

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A `database_description` folder beside the database file, as BIRD lays it out. */
function bundledDescriptions(databasePath: string): string | undefined {
  const folder = join(dirname(databasePath), "database_description");
  return isFolder(folder) ? folder : undefined;
}

export interface DatabaseSource {
  /** On its way: an engine starts while the rest is still loaded. */
  readonly driver: Promise<SqlDriver>;
  readonly descriptionsFolder?: string;
  /** What the making of the database leaves in doubt, one sentence each. */
  readonly notes?: readonly string[];
}

export async function sqliteSource(path: string, key?: string): Promise<DatabaseSource> {
  const { openSqliteDriver } = await import("../environments/database/drivers/sqlite/sqlite-driver.ts");
  const descriptionsFolder = bundledDescriptions(path);
  return {
    driver: openSqliteDriver({ path, ...(key === undefined ? {} : { key }) }),
    ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
  };
}

export async function duckdbSource(path: string): Promise<DatabaseSource> {
  const { openDuckdbDriver } = await import("../environments/database/drivers/duckdb/duckdb-driver.ts");
  const descriptionsFolder = bundledDescriptions(path);
  return {
    driver: openDuckdbDriver({ path }),
    ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
  };
}

export async function postgresSource(url: string): Promise<DatabaseSource> {
  const { openPostgresDriver } = await import("../environments/database/drivers/postgres/postgres-driver.ts");
  return { driver: openPostgresDriver({ url }) };
}

export async function mysqlSource(url: string): Promise<DatabaseSource> {
  const { openMysqlDriver } = await import("../environments/database/drivers/mysql/mysql-driver.ts");
  return { driver: openMysqlDriver({ url }) };
}

export async function cinemaDatabaseSource(cacheFolder: string): Promise<DatabaseSource> {
  const { ensureCinemaSample } = await import("../samples/cinema/ensure-cinema-sample.ts");
  const sample = ensureCinemaSample(cacheFolder);
  return { ...(await sqliteSource(sample.database, sample.key)), descriptionsFolder: sample.descriptions };
}

export async function openDatabase(
  id: string,
  name: string,
  { driver: opening, descriptionsFolder, notes }: DatabaseSource,
  options: OpenOptions,
): Promise<Environment> {
  const [driver, { createDatabaseEnvironment }] = await Promise.all([
    opening,
    import("../environments/database/create-database-environment.ts"),
  ]);
  const environment = await createDatabaseEnvironment({
    id,
    driver,
    cacheFolder: options.folders.cache,
    signal: options.signal,
    ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
    ...options.database,
    ...(notes === undefined ? {} : { notes }),
  });
  if (environment.services.schema.tables.length === 0) {
    // A rule that names nothing is refused: where there are rules, there are tables.
    const isHidden = !isEmptyPolicy(options.database?.privacy ?? {});
    options.onWarning(isHidden ? `The privacy rules leave no table of ${name}.` : `${name} has no tables.`);
  }
  for (const warning of environment.warnings) options.onWarning(warning);
  return environment;
}
