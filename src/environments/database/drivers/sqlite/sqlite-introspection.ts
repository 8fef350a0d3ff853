import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "../../schema/database-schema.ts";
import { sqliteAffinity } from "./sqlite-affinity.ts";
import type { SqliteTableFacts } from "./sqlite-worker-messages.ts";

/** Makes the schema from what the pragmas say; foreign keys get the names as their tables declare them. */
export function sqliteSchema(facts: readonly SqliteTableFacts[]): DatabaseSchema {
  const byName = new Map(facts.map((table) => [fold(table.name), table]));
  return {
    tables: facts.map(
      (table): TableSchema => ({
        name: table.name,
        kind: table.kind,
        columns: columnsOf(table),
        foreignKeys: foreignKeysOf(table, byName),
        ...(table.rowCount === undefined ? {} : { rowCount: table.rowCount }),
      }),
    ),
  };
}

function columnsOf(table: SqliteTableFacts): ColumnSchema[] {
  const keySize = table.columns.filter(({ primaryKeyPosition }) => primaryKeyPosition > 0).length;
  const unique = new Set(
    table.uniqueIndexes.flatMap((columns) => (columns.length === 1 && columns[0] ? [fold(columns[0])] : [])),
  );
  return table.columns.map(({ name, type, notNull, primaryKeyPosition }) => {
    const onlyKey = primaryKeyPosition > 0 && keySize === 1;
    return {
      name,
      declaredType: type,
      affinity: sqliteAffinity(type),
      // Other keys than INTEGER PRIMARY KEY may hold NULL in SQLite.
      nullable: !notNull && !(onlyKey && type.toUpperCase() === "INTEGER"),
      ...(primaryKeyPosition > 0 ? { primaryKeyPosition } : {}),
      ...(onlyKey || unique.has(fold(name)) ? { unique: true } : {}),
    };
  });
}

function foreignKeysOf(table: SqliteTableFacts, byName: ReadonlyMap<string, SqliteTableFacts>): ForeignKey[] {
  return [...Map.groupBy(table.foreignKeys, ({ id }) => id).values()].map((parts) => {
    const written = parts[0]?.table ?? "";
    const referenced = byName.get(fold(written));
    const key = (referenced?.columns ?? [])
      .filter(({ primaryKeyPosition }) => primaryKeyPosition > 0)
      .sort((a, b) => a.primaryKeyPosition - b.primaryKeyPosition);
    return {
      columns: parts.map(({ from }) => declaredName(table, from)),
      referencedTable: referenced?.name ?? written,
      referencedColumns: parts.map(({ to, from }, index) =>
        to === null ? (key[index]?.name ?? from) : declaredName(referenced, to),
      ),
    };
  });
}

function declaredName(table: SqliteTableFacts | undefined, column: string): string {
  return table?.columns.find(({ name }) => fold(name) === fold(column))?.name ?? column;
}

function fold(name: string): string {
  return name.toLowerCase();
}
