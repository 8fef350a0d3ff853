import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { writeNamedLibrary } from "./named-library.ts";

/** The library with doubtful names on SQLite, with its index built. */
export async function openNamedLibrary(
  folder: string,
  written = writeNamedLibrary(folder),
): Promise<DatabaseEnvironment> {
  const environment = await createDatabaseEnvironment({
    id: "library",
    driver: await openSqliteDriver({ path: written.file }),
    cacheFolder: folder,
    descriptionsFolder: written.descriptions,
    indexMode: "memory",
  });
  await environment.index.ensureBuilt({ signal: new AbortController().signal });
  return environment;
}
