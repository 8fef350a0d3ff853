import type { Environment } from "../environment/environment.ts";
import { createDatabaseEnvironment } from "../environments/database/create-database-environment.ts";
import type { SqlDriver } from "../environments/database/driver/sql-driver.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { ensureCinemaSample } from "../samples/cinema/ensure-cinema-sample.ts";
import { bundledDescriptions } from "./bundled-descriptions.ts";
import { environmentId } from "./environment-id.ts";
import type { Folders } from "./folders.ts";
import { recogniseTarget, type Target } from "./target.ts";

export interface OpenOptions {
  readonly folders: Folders;
  readonly signal: AbortSignal;
  /** One line about something that the user should know of the target: a role that can write, descriptions that do not fit. */
  readonly onWarning: (message: string) => void;
}

interface Opened {
  readonly driver: SqlDriver;
  readonly descriptionsFolder?: string;
}

async function openSqliteFile(path: string): Promise<Opened> {
  const { openSqliteDriver } = await import("../environments/database/drivers/sqlite/sqlite-driver.ts");
  const descriptionsFolder = bundledDescriptions(path);
  return {
    driver: await openSqliteDriver({ path }),
    ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
  };
}

async function openTarget(target: Target, options: OpenOptions): Promise<Opened> {
  switch (target.type) {
    case "sqlite-file":
      return openSqliteFile(target.path);
    case "sample": {
      if (target.name !== "cinema") {
        throw new FuxiError("target-not-found", `There is no sample "${target.name}".`, {
          hint: "Write sample:cinema.",
        });
      }
      const sample = ensureCinemaSample(options.folders.cache);
      return { ...(await openSqliteFile(sample.database)), descriptionsFolder: sample.descriptions };
    }
    case "postgres-url": {
      const { openPostgresDriver } = await import(
        "../environments/database/drivers/postgres/postgres-driver.ts"
      );
      return { driver: await openPostgresDriver({ url: target.url }) };
    }
  }
}

/**
 * Opens what was named, in order; a name that occurs twice gets a number. When one cannot be opened, those before it are closed again.
 * @throws FuxiError of the target that could not be opened
 */
export async function openEnvironments(
  targets: readonly string[],
  options: OpenOptions,
): Promise<readonly Environment[]> {
  const environments: Environment[] = [];
  try {
    for (const text of targets) {
      const target = recogniseTarget(text);
      const id = environmentId(
        target.name,
        environments.map((environment) => environment.id),
      );
      const { driver, descriptionsFolder } = await openTarget(target, options);
      const environment = await createDatabaseEnvironment({
        id,
        driver,
        cacheFolder: options.folders.cache,
        signal: options.signal,
        ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
      });
      environments.push(environment);
      if (environment.services.schema.tables.length === 0) options.onWarning(`${target.name} has no tables.`);
      for (const warning of environment.warnings) options.onWarning(warning);
    }
    return environments;
  } catch (error) {
    await Promise.allSettled(environments.map((environment) => environment.close()));
    throw error;
  }
}
