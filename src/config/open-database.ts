import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../environment/environment.ts";
import { hasNoRules } from "../environment/privacy-rules.ts";
import type { Diagnosis } from "../environments/database/driver/diagnosis.ts";
import type { FileEngineName, ServerEngineName } from "../environments/database/driver/engine-list.ts";
import type { SqlDriver } from "../environments/database/driver/sql-driver.ts";
import type { AllowedObjects } from "../environments/database/driver/unsafe-objects.ts";
import { given } from "../util/given.ts";
import type { OpenOptions } from "./open-options.ts";
import type { Target } from "./recognise-target.ts";

const DATABASES = ["database-file", "database-server", "data-files"] as const;

/** A target that is a database, except samples. */
type DatabaseTarget = Extract<Target, { readonly type: (typeof DATABASES)[number] }>;

export function isDatabase(target: Target): target is DatabaseTarget {
  return DATABASES.some((type) => type === target.type);
}

/** Opens the file engines. Each module is loaded with the first target that needs it. */
const FILES: Readonly<Record<FileEngineName, (file: { path: string; key?: string }) => Promise<SqlDriver>>> =
  {
    sqlite: async (file) =>
      (await import("../environments/database/drivers/sqlite/sqlite-driver.ts")).openSqliteDriver(file),
    duckdb: async (file) =>
      (await import("../environments/database/drivers/duckdb/duckdb-driver.ts")).openDuckdbDriver(file),
  };
const SERVERS: Readonly<
  Record<ServerEngineName, (server: AllowedObjects & { readonly url: string }) => Promise<SqlDriver>>
> = {
  postgres: async (server) =>
    (await import("../environments/database/drivers/postgres/postgres-driver.ts")).openPostgresDriver(server),
  mysql: async (server) =>
    (await import("../environments/database/drivers/mysql/mysql-driver.ts")).openMysqlDriver(server),
};

/** Opens the engine of a database, and reads nothing from it. */
export async function databaseSource(target: DatabaseTarget, options: OpenOptions): Promise<DatabaseSource> {
  if (target.type === "database-file") return fileSource(target.engine, target.path);
  if (target.type === "data-files")
    return (await import("./open-data-files.ts")).dataFilesSource(target, options);
  const { allowFunctions, allowForeign } = options.database ?? {};
  return {
    driver: SERVERS[target.engine]({ url: target.url, ...given({ allowFunctions, allowForeign }) }),
  };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A `database_description` folder beside the database file, as BIRD lays it out. */
function bundledDescriptions(databasePath: string): string | undefined {
  const folder = join(dirname(databasePath), "database_description");
  return isFolder(folder) ? folder : undefined;
}

export interface DatabaseSource {
  /** A promise, so that the engine starts while other modules are loaded. */
  readonly driver: Promise<SqlDriver>;
  readonly descriptionsFolder?: string;
  /** Doubts from building the database, one sentence each. */
  readonly notes?: readonly string[];
}

function fileSource(engine: FileEngineName, path: string, key?: string): DatabaseSource {
  const descriptionsFolder = bundledDescriptions(path);
  return {
    driver: FILES[engine]({ path, ...(key === undefined ? {} : { key }) }),
    ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
  };
}

export async function cinemaDatabaseSource(cacheFolder: string): Promise<DatabaseSource> {
  const { ensureCinemaSample } = await import("../samples/cinema/ensure-cinema-sample.ts");
  const sample = ensureCinemaSample(cacheFolder);
  return { ...fileSource("sqlite", sample.database, sample.key), descriptionsFolder: sample.descriptions };
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
  for (const notice of driver.notices ?? []) tellNotice(name, notice, options);
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
    // Rules that match nothing are refused. So if there are rules, there are tables, and the rules hide them.
    const isHidden = !hasNoRules(options.database?.privacy ?? {});
    options.onWarning(isHidden ? `The privacy rules leave no table of ${name}.` : `${name} has no tables.`);
  }
  for (const warning of environment.warnings) options.onWarning(warning);
  return environment;
}

/** Reports a diagnosis. Under privacy rules, one that names tables or columns is not shown. */
function tellNotice(name: string, { state, text, mend, names }: Diagnosis, options: OpenOptions): void {
  if (state === "ok") return;
  if (names === true && !hasNoRules(options.database?.privacy ?? {})) {
    options.onWarning(
      `${name}: the role may do more than read, or objects do more than a transaction holds; fuxi doctor says what.`,
    );
    return;
  }
  const lines = mend === undefined ? "" : `\n  ${mend.replaceAll("\n", "\n  ")}`;
  options.onWarning(`${name}: ${text}${lines}`);
}
