import { DatabaseSync } from "node:sqlite";
import mysql from "mysql2/promise";
import { openMysqlDriver, type SqlDriver } from "../../src/environments/database/index.ts";
import { scratchMariadb } from "../../test/support/mariadb.ts";

const ROWS_AT_ONCE = 500;

/** The tables of a SQLite file in a MariaDB database of its own, with their primary keys: BIRD's dump for MySQL is not among the data. */
export async function copyToMariadb(
  file: string,
): Promise<{ open(): Promise<SqlDriver>; drop(): Promise<void> }> {
  const scratch = await scratchMariadb();
  const source = new DatabaseSync(file, { readOnly: true });
  const client = await mysql.createConnection({ uri: scratch.url, charset: "utf8mb4" });
  const quoted = (name: string) => `\`${name.replaceAll("`", "``")}\``;
  for (const { name } of source
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()) {
    const table = String(name);
    const columns = source.prepare("SELECT name, type, pk FROM pragma_table_info(?)").all(table);
    const declared = columns.map(
      (column) => `${quoted(String(column.name))} ${mariadbType(String(column.type), Number(column.pk) > 0)}`,
    );
    const keys = columns
      .filter(({ pk }) => Number(pk) > 0)
      .sort((a, b) => Number(a.pk) - Number(b.pk))
      .map((column) => quoted(String(column.name)));
    if (keys.length > 0) declared.push(`PRIMARY KEY (${keys.join(", ")})`);
    await client.query(
      `CREATE TABLE ${quoted(table)} (${declared.join(", ")}) STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0`,
    );
    const statement = source.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
    statement.setReturnArrays(true);
    const rows = statement.all() as unknown as readonly unknown[][];
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await client.query(`INSERT INTO ${quoted(table)} VALUES ?`, [rows.slice(at, at + ROWS_AT_ONCE)]);
    }
    // Else statistics are gathered some time later, and change the plan between two queries.
    await client.query(`ANALYZE TABLE ${quoted(table)}`);
  }
  await client.end();
  source.close();
  return { open: () => openMysqlDriver({ url: scratch.url }), drop: () => scratch.drop() };
}

function mariadbType(declared: string, isKey: boolean): string {
  if (/int/iu.test(declared)) return "BIGINT";
  return /real|floa|doub/iu.test(declared) ? "DOUBLE" : `VARCHAR(${isKey ? 180 : 500})`;
}
