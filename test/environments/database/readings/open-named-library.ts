import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { libraryStatements, writeLibraryDescriptions } from "../heuristics/library.ts";

/** The library with names that several bear, that are parts of others, and that differ by a letter. */
function namedLibraryStatements(): readonly string[] {
  return [
    ...libraryStatements(),
    "INSERT INTO town VALUES (4, 'Ried im Tal', 'AT'), (5, 'Ried am Berg', 'AT'), (6, 'Danish Harbour', 'DK')",
    "INSERT INTO branch VALUES (5, 'Green Gate', 4, '01/02/2001', 'N', 31), (6, 'Green Yard', 5, '09/08/2003', 'Y', 77), (7, 'Porto', 3, '04/04/1994', 'N', 18)",
    "INSERT INTO author VALUES (5, 'Lena Moor', 'Irish', 1970), (6, 'Lena Moos', 'Irish', 1981), (7, 'Tara Quill', 'Irish', 1977)",
    `INSERT INTO book VALUES (6, 'Blue Rain', 7, 2, '14,00', 402, 'English', 1), (7, 'The Copper Lamp', 5, 2, '6,00', 80, 'English', 1),
      (8, 'The Copper Lamb', 6, 5, '7,00', 81, 'English', 1), (9, 'Winter Orchard Songs', 7, 6, '5,00', 60, 'English', 2)`,
    "INSERT INTO reader VALUES (5, 'Nora', 'Falk', 19, NULL, '2023-05-05')",
    "INSERT INTO loan VALUES (6, 6, 5, '2024-08-01', NULL), (7, 6, 4, '2024-09-01', NULL)",
  ];
}

export function writeNamedLibrary(folder: string): { readonly file: string; readonly descriptions: string } {
  const file = join(folder, "named-library.sqlite");
  const database = new DatabaseSync(file);
  for (const statement of namedLibraryStatements()) database.exec(statement);
  database.close();
  return { file, descriptions: writeLibraryDescriptions(folder) };
}

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
