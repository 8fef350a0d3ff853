import type { DatabaseSync } from "node:sqlite";
import { given } from "../../../../util/given.ts";
import {
  type CatalogColumn,
  type CatalogKey,
  type CatalogTable,
  schemaOf,
} from "../../driver/catalog-schema.ts";
import type { ColumnAffinity, DatabaseSchema, TableSchema } from "../../schema/database-schema.ts";

/** Words of declared types, in the order tried: specific words first, then SQLite's own rules (INT before CHAR before REAL). */
const WORDS: readonly (readonly [RegExp, ColumnAffinity])[] = [
  [/BOOL/, "boolean"],
  [/JSON/, "json"],
  [/DATETIME|TIMESTAMP/, "datetime"],
  [/DATE/, "date"],
  [/\bTIME\b/, "time"],
  [/INT(?!ERVAL)|SERIAL/, "integer"],
  [/CHAR|CLOB|TEXT|STRING|UUID|ENUM/, "text"],
  [/BLOB|BINARY|BYTEA/, "binary"],
  [/REAL|FLOA|DOUB/, "real"],
  [/DEC|NUM|MONEY/, "decimal"],
  [/^YEAR\b/, "integer"],
];

/** The affinity by the declared type; SQLite itself accepts any value anywhere. */
function sqliteAffinity(declaredType: string): ColumnAffinity {
  const upper = declaredType.toUpperCase();
  return WORDS.find(([word]) => word.test(upper))?.[1] ?? "other";
}

type Row = Readonly<Record<string, unknown>>;
/** Rows of SQLite's own pragmas. */
interface TableRows {
  readonly columns: readonly Row[];
  readonly foreignKeys: readonly Row[];
  /** The columns of each unique index without WHERE; null stands for an expression. */
  readonly unique: readonly (readonly unknown[])[];
}

/** Reads every table and view but SQLite's own and the shadow tables of virtual ones. Unreadable ones (a broken view) are skipped. */
export function readSqliteSchema(database: DatabaseSync): DatabaseSchema {
  const listed = database
    .prepare(
      `SELECT l.name, l.type, l.wr FROM pragma_table_list AS l LEFT JOIN sqlite_master AS m ON m.name = l.name AND m.type = replace(l.type, 'virtual', 'table')
      WHERE l.schema = 'main' AND l.type <> 'shadow' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.rowid`,
    )
    .all();
  const rowsOf = tableReader(database);
  const read = listed.flatMap(({ name, type, wr }) => {
    const rows = unlessBroken(() => rowsOf(String(name)));
    return rows === undefined ? [] : [{ name: String(name), type, hasRowId: wr === 0, rows }];
  });
  const byName = new Map(read.map(({ name, rows }) => [name.toLowerCase(), { name, rows }]));
  const countRows = tableRowCount(database);
  return schemaOf({
    tables: read.map(({ name, type, hasRowId }): CatalogTable => {
      const isView = type === "view";
      // A virtual table may list its columns and still be unreadable.
      const rowCount = isView ? undefined : unlessBroken(() => countRows(name, type === "table" && hasRowId));
      return given({ of: name, name, kind: isView ? "view" : "table", rowCount } as const);
    }),
    columns: read.flatMap(({ name, rows: { columns } }) => {
      const keySize = keyOf(columns).length;
      return columns.map((row): CatalogColumn => {
        const declaredType = String(row["type"] ?? "");
        // Other keys than INTEGER PRIMARY KEY may hold NULL in SQLite.
        const isRowId = Number(row["pk"]) > 0 && keySize === 1 && declaredType.toUpperCase() === "INTEGER";
        return {
          of: name,
          name: String(row["name"]),
          declaredType,
          affinity: sqliteAffinity(declaredType),
          nullable: row["notNull"] !== 1 && !isRowId,
        };
      });
    }),
    keys: read.flatMap(({ name: of, rows }): CatalogKey[] => [
      { of, kind: "primary", columns: keyOf(rows.columns) },
      ...rows.unique.map((names) => ({ of, kind: "unique", columns: names.map(String) }) as const),
      ...[...Map.groupBy(rows.foreignKeys, ({ id }) => id).values()].map((parts) => {
        const written = String(parts[0]?.["table"] ?? "");
        // Foreign keys get names in the case of their tables' declarations.
        const { name = written, rows: referenced } = byName.get(written.toLowerCase()) ?? {};
        const key = keyOf(referenced?.columns ?? []);
        const referencedColumns = parts.map(({ to, from }, at) =>
          to === null ? (key[at] ?? String(from)) : declaredName(referenced, String(to)),
        );
        const columns = parts.map(({ from }) => declaredName(rows, String(from)));
        return { of, kind: "foreign", key: { columns, referencedTable: name, referencedColumns } } as const;
      }),
    ]),
  });
}

function unlessBroken<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function tableReader(database: DatabaseSync): (table: string) => TableRows {
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
  return (name) => ({
    columns: columns.all(name),
    foreignKeys: foreignKeys.all(name),
    unique: indexes
      .all(name)
      .map((index) => indexColumns.all(index["name"] as string).map((column) => column["name"])),
  });
}

/** Names of the columns of the primary key. */
function keyOf(columns: readonly Row[]): readonly string[] {
  return columns
    .filter(({ pk }) => Number(pk) > 0)
    .sort((a, b) => Number(a["pk"]) - Number(b["pk"]))
    .map(({ name }) => String(name));
}

function declaredName(table: TableRows | undefined, column: string): string {
  const found = table?.columns.find(({ name }) => String(name).toLowerCase() === column.toLowerCase());
  return String(found?.["name"] ?? column);
}

/** Files up to this size are counted: a count scans little (some 30 ms from a warm cache). */
const COUNTED_BYTES = 64 * 1024 * 1024;

/** Exact counts for small files. For large ones ANALYZE's number, else the span of the row ids if plausible, else nothing. */
function tableRowCount(
  database: DatabaseSync,
): (table: string, hasRowId: boolean) => TableSchema["rowCount"] {
  const size = database.prepare(
    "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size",
  );
  const bytes = Number(size.get()?.size ?? 0);
  const noted = new Map(
    bytes <= COUNTED_BYTES
      ? []
      : unlessBroken(() => database.prepare("SELECT tbl, stat FROM sqlite_stat1").all())?.map((row) => [
          String(row.tbl),
          Number.parseInt(String(row.stat), 10),
        ]),
  );
  return (table, hasRowId) => {
    const name = `"${table.replaceAll('"', '""')}"`;
    if (bytes <= COUNTED_BYTES) {
      const row = database.prepare(`SELECT count(*) AS n FROM ${name}`).get();
      return { value: Number(row?.n), exact: true };
    }
    const estimate = noted.get(table) ?? (hasRowId ? rowIdSpan(database, name) : undefined);
    // A row takes at least two bytes of its page, so a wider span means gaps.
    return estimate === undefined || estimate > bytes / 2 ? undefined : { value: estimate, exact: false };
  };
}

function rowIdSpan(database: DatabaseSync, name: string): number | undefined {
  const statement = database.prepare(
    `SELECT coalesce((SELECT max(rowid) FROM ${name}) - (SELECT min(rowid) FROM ${name}) + 1, 0) AS n`,
  );
  statement.setReadBigInts(true);
  const span = Number(statement.get()?.n);
  return span >= 0 ? span : undefined;
}
