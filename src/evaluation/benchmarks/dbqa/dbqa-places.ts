import { createHash } from "node:crypto";
import { join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Place } from "../../benchmark/place.ts";
import type { DataFolder } from "../data-folder.ts";

/**
 * Makes a database file of a script with declarations and INSERTs, where there is none yet; given by whoever composes the program, since only that
 * knows engines.
 * @throws FuxiError `data-invalid` for a script that does not run
 */
export type DatabaseOfScript = (script: string, path: string) => void;

export interface DbqaPlacesOptions {
  readonly makeDatabase: DatabaseOfScript;
  readonly cacheFolder: string;
}

/**
 * Places of the databases that are in the folder: `database/<db_id>/<db_id>.sqlite` as in Spider, else one made of `database/<db_id>/schema.sql`,
 * kept in the cache under the script's checksum.
 * @throws FuxiError `data-invalid` for a script that does not run, with its file
 */
export async function dbqaPlaces(
  databases: readonly string[],
  folder: DataFolder,
  { makeDatabase, cacheFolder }: DbqaPlacesOptions,
): Promise<Readonly<Record<string, Place>>> {
  const places: Record<string, Place> = {};
  for (const database of new Set(databases)) {
    const file = join("database", database, `${database}.sqlite`);
    const script = join("database", database, "schema.sql");
    if (folder.has(file)) {
      await folder.noteChecksum(file);
      places[database] = { targets: [join(folder.path, file)] };
    } else if (folder.has(script)) {
      places[database] = { targets: [await made(script)] };
    }
  }
  return places;

  async function made(script: string): Promise<string> {
    const text = await folder.text(script);
    const key = createHash("sha256").update(text).digest("hex").slice(0, 16);
    const path = join(cacheFolder, "dbqa", `${key}.sqlite`);
    try {
      makeDatabase(text, path);
    } catch (error) {
      if (!FuxiError.isInstance(error) || error.code !== "data-invalid") throw error;
      throw new FuxiError("data-invalid", `${script} makes no database. ${error.message}`, { cause: error });
    }
    return path;
  }
}
