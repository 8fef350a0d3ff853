/**
 * Writes the tables of a SQLite file into a new DuckDB file, with types, keys and foreign keys as declared. In a process of its own, as the
 * file is given back for sure only when the process ends.
 *
 * node bench/engines/write-duckdb.ts <sqlite-file> <duckdb-file>
 */
import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";

type Column = Readonly<Record<"name" | "type", string> & Record<"pk" | "notnull", number>>;
type Key = Readonly<Record<"table" | "from" | "to", string>>;

const [from = "", to = ""] = process.argv.slice(2);
const source = new DatabaseSync(from, { readOnly: true });
const rows = <T>(sql: string) => source.prepare(sql).all() as unknown as T[];
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const typeOf = (type: string) =>
  type.replace(/^NVARCHAR.*/iu, "VARCHAR").replace(/^DATETIME$/iu, "TIMESTAMP");

const instance = await DuckDBInstance.create(to);
const connection = await instance.connect();
const tables = rows<{ readonly name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map(
  ({ name }) => name,
);
const keys = new Map(tables.map((table) => [table, rows<Key>(`PRAGMA foreign_key_list(${quoted(table)})`)]));

// A table after those it refers to: foreign keys are declared with the table and never later.
const done = new Set<string>();
while (done.size < tables.length) {
  const next = tables.find(
    (table) =>
      !done.has(table) && (keys.get(table) ?? []).every((key) => key.table === table || done.has(key.table)),
  );
  if (next === undefined) throw new Error("The tables refer to each other in a circle.");
  done.add(next);
  const columns = rows<Column>(`PRAGMA table_info(${quoted(next)})`);
  const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const parts = [
    ...columns.map(
      ({ name, type, notnull }) => `${quoted(name)} ${typeOf(type)}${notnull ? " NOT NULL" : ""}`,
    ),
    ...(primary.length > 0 ? [`PRIMARY KEY (${primary.map(({ name }) => quoted(name)).join(", ")})`] : []),
    // Within one statement DuckDB checks a row's key into its own table before the row it points to is there.
    ...(keys.get(next) ?? [])
      .filter(({ table }) => table !== next)
      .map((key) => `FOREIGN KEY (${quoted(key.from)}) REFERENCES ${quoted(key.table)} (${quoted(key.to)})`),
  ];
  await connection.run(`CREATE TABLE ${quoted(next)} (${parts.join(", ")})`);
  const values = columns.map((_, at) => `$${at + 1}`).join(", ");
  const insert = await connection.prepare(`INSERT INTO ${quoted(next)} VALUES (${values})`);
  await connection.run("BEGIN");
  for (const row of rows<Readonly<Record<string, DuckDBValue>>>(`SELECT * FROM ${quoted(next)}`)) {
    insert.bind(columns.map(({ name }) => row[name] ?? null));
    await insert.run();
  }
  await connection.run("COMMIT");
}
connection.closeSync();
instance.closeSync();
