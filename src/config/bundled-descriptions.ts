import { statSync } from "node:fs";
import { dirname, join } from "node:path";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A `database_description` folder beside the database file, as BIRD lays it out. */
export function bundledDescriptions(databasePath: string): string | undefined {
  const folder = join(dirname(databasePath), "database_description");
  return isFolder(folder) ? folder : undefined;
}
