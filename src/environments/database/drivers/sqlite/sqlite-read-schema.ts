import type { DatabaseSync } from "node:sqlite";
import { tableRowCount } from "./sqlite-row-count.ts";
import type { SqliteTableFacts } from "./sqlite-worker-messages.ts";

interface ListedTable {
  readonly name: string;
  readonly type: string;
  readonly wr: number;
}

/** Every table and view but SQLite's own and the shadow tables of virtual ones. What cannot be read (a broken view) is left out. */
export function readSchema(database: DatabaseSync): SqliteTableFacts[] {
  const listed = database
    .prepare("SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'")
    .all() as unknown as ListedTable[];
  const order = new Map(
    (database.prepare("SELECT name FROM sqlite_master ORDER BY rowid").all() as { name: string }[]).map(
      ({ name }, index) => [name, index],
    ),
  );
  const read = tableReader(database);
  const countRows = tableRowCount(database);
  // A virtual table may list its columns and still not be readable.
  const counted = ({ name, type, wr }: ListedTable) => {
    if (type === "table") return countRows(name, wr === 0);
    try {
      return countRows(name, false);
    } catch {
      return undefined;
    }
  };
  return listed
    .filter(({ name }) => !/^sqlite_/i.test(name))
    .sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0))
    .flatMap((table) => {
      try {
        const facts = read(table);
        const rowCount = table.type === "view" ? undefined : counted(table);
        return [rowCount === undefined ? facts : { ...facts, rowCount }];
      } catch {
        return [];
      }
    });
}

function tableReader(database: DatabaseSync): (table: ListedTable) => SqliteTableFacts {
  const columns = database.prepare(
    `SELECT name, type, "notnull" <> 0 AS "notNull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid`,
  );
  const foreignKeys = database.prepare(
    `SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq`,
  );
  const indexes = database.prepare(
    `SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0 ORDER BY seq`,
  );
  const indexColumns = database.prepare("SELECT name FROM pragma_index_info(?) ORDER BY seqno");
  return ({ name, type }) => ({
    name,
    kind: type === "view" ? "view" : "table",
    columns: columns.all(name).map((row) => ({
      name: String(row.name),
      type: String(row.type ?? ""),
      notNull: row.notNull === 1,
      primaryKeyPosition: Number(row.pk),
    })),
    foreignKeys: foreignKeys.all(name).map((row) => ({
      id: Number(row.id),
      table: String(row.table),
      from: String(row.from),
      to: row.to === null ? null : String(row.to),
    })),
    uniqueIndexes: indexes
      .all(name)
      .map((index) =>
        indexColumns
          .all(index.name as string)
          .map((column) => (column.name === null ? null : String(column.name))),
      ),
  });
}
