import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** SHA-256 over the rows of every table, tables by name and rows in the order of all their columns. */
export function sampleChecksum(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const hash = createHash("sha256");
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all()
      .map((row) => String(row.name));
    for (const table of tables) {
      const columns = database.prepare(`PRAGMA table_info("${table}")`).all();
      hash.update(JSON.stringify([table, columns.map((column) => [column.name, column.type])]));
      const order = columns.map((_, index) => index + 1).join(", ");
      const statement = database.prepare(`SELECT * FROM "${table}" ORDER BY ${order}`);
      for (const row of statement.iterate()) hash.update(`${JSON.stringify(Object.values(row))}\n`);
    }
    return hash.digest("hex");
  } finally {
    database.close();
  }
}
