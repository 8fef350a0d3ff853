import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Writes a file of text or JSON into a folder that may not be there yet. */
export function put(folder: string, file: string, content: unknown): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}

/** A database of three ships, of which two have the same length. */
export function putShips(folder: string, file: string): void {
  put(folder, file, "");
  const database = new DatabaseSync(join(folder, file));
  database.exec(
    "CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT, length REAL); INSERT INTO ship VALUES (1, 'Ada', 20.5), (2, 'Bea', 20.5), (3, 'Cleo', 31)",
  );
  database.close();
}
