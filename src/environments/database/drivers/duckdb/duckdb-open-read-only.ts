import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { DuckdbOpening } from "./duckdb-worker-messages.ts";

type DuckdbModule = typeof import("@duckdb/node-api");

/**
 * Opens a file for reading, with everything shut that is not this file and those that its views may read: other files, extensions, changes
 * of settings. The order matters: what the last settings shut off could not be set after them.
 */
export async function openReadOnly(
  { DuckDBInstance: { create } }: Pick<DuckdbModule, "DuckDBInstance">,
  { path, readable, memoryBytes }: DuckdbOpening,
): Promise<DuckDBInstance> {
  const instance = await create(path, {
    access_mode: "READ_ONLY",
    memory_limit: `${Math.floor(memoryBytes / 2 ** 20)}MiB`,
    // Spilling would write beside the database.
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_persistent_secrets: "false",
  });
  const connection = await instance.connect();
  try {
    for (const setting of settings(readable)) await connection.run(setting);
    await probe(connection);
  } finally {
    connection.closeSync();
  }
  return instance;
}

function settings(readable: readonly string[]): readonly string[] {
  const paths = readable.map((path) => `'${path.replaceAll("'", "''")}'`).join(", ");
  return [
    `SET GLOBAL allowed_paths = [${paths}]`,
    // What a result says must not hang on where the process happens to run.
    "SET GLOBAL TimeZone = 'UTC'",
    "SET GLOBAL errors_as_json = true",
    "SET GLOBAL allowed_configs = ['streaming_buffer_size']",
    "SET GLOBAL enable_external_access = false",
    "SET GLOBAL lock_configuration = true",
  ];
}

/** Reads the catalog once, so that a damaged file is told now and not by the first query. */
async function probe(connection: DuckDBConnection): Promise<void> {
  await connection.run("SELECT count(*) FROM duckdb_tables()");
}
