import type { DatabaseSync } from "node:sqlite";
import type {
  ColumnAffinity,
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableSchema,
} from "../../schema/database-schema.ts";

/** In the order in which they are tried: the more telling words first, then SQLite's own rules (INT before CHAR before REAL). */
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

/** What a declaration tells about the values; SQLite itself would take any value anywhere. */
function sqliteAffinity(declaredType: string): ColumnAffinity {
  const upper = declaredType.toUpperCase();
  return WORDS.find(([word]) => word.test(upper))?.[1] ?? "other";
}

interface ListedTable {
  readonly name: string;
  readonly type: string;
  readonly wr: number;
}

type Row = Readonly<Record<string, unknown>>;
/** Rows of SQLite's own pragmas. */
interface TableRows {
  readonly name: string;
  readonly columns: readonly Row[];
  readonly foreignKeys: readonly Row[];
  /** The columns of each unique index without WHERE; null stands for an expression. */
  readonly unique: readonly (readonly unknown[])[];
}

/** Every table and view but SQLite's own and the shadow tables of virtual ones. What cannot be read (a broken view) is left out. */
export function readSqliteSchema(database: DatabaseSync): DatabaseSchema {
  const listed = database
    .prepare("SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'")
    .all() as unknown as ListedTable[];
  const made = database
    .prepare("SELECT name FROM sqlite_master ORDER BY rowid")
    .all()
    .map(({ name }) => name);
  const rowsOf = tableReader(database);
  const tables = listed
    .filter(({ name }) => !/^sqlite_/i.test(name))
    .sort((a, b) => made.indexOf(a.name) - made.indexOf(b.name))
    .flatMap((table) => {
      const rows = unlessBroken(() => rowsOf(table.name));
      return rows === undefined ? [] : [{ table, rows }];
    });
  const byName = new Map(tables.map(({ rows }) => [rows.name.toLowerCase(), rows]));
  const countRows = tableRowCount(database);
  return {
    tables: tables.map(({ table: { name, type, wr }, rows }): TableSchema => {
      // A virtual table may list its columns and still not be readable.
      const rowCount =
        type === "view" ? undefined : unlessBroken(() => countRows(name, type === "table" && wr === 0));
      return {
        name,
        kind: type === "view" ? "view" : "table",
        columns: columnsOf(rows),
        foreignKeys: foreignKeysOf(rows, byName),
        ...(rowCount === undefined ? {} : { rowCount }),
      };
    }),
  };
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
    name,
    columns: columns.all(name),
    foreignKeys: foreignKeys.all(name),
    unique: indexes
      .all(name)
      .map((index) => indexColumns.all(index.name as string).map((column) => column.name)),
  });
}

function columnsOf({ columns, unique }: TableRows): ColumnSchema[] {
  const keySize = columns.filter(({ pk }) => Number(pk) > 0).length;
  const alone = new Set(
    unique.flatMap((names) => (names.length === 1 ? [String(names[0]).toLowerCase()] : [])),
  );
  return columns.map((row) => {
    const [name, type, place] = [String(row["name"]), String(row["type"] ?? ""), Number(row["pk"])];
    const onlyKey = place > 0 && keySize === 1;
    return {
      name,
      declaredType: type,
      affinity: sqliteAffinity(type),
      // Other keys than INTEGER PRIMARY KEY may hold NULL in SQLite.
      nullable: row["notNull"] !== 1 && !(onlyKey && type.toUpperCase() === "INTEGER"),
      ...(place > 0 ? { primaryKeyPosition: place } : {}),
      ...(onlyKey || alone.has(name.toLowerCase()) ? { unique: true } : {}),
    };
  });
}

/** Foreign keys get the names as their tables declare them. */
function foreignKeysOf(table: TableRows, byName: ReadonlyMap<string, TableRows>): ForeignKey[] {
  return [...Map.groupBy(table.foreignKeys, ({ id }) => id).values()].map((parts) => {
    const written = String(parts[0]?.["table"] ?? "");
    const referenced = byName.get(written.toLowerCase());
    const key = (referenced?.columns ?? [])
      .filter(({ pk }) => Number(pk) > 0)
      .sort((a, b) => Number(a["pk"]) - Number(b["pk"]));
    return {
      columns: parts.map(({ from }) => declaredName(table, String(from))),
      referencedTable: referenced?.name ?? written,
      referencedColumns: parts.map(({ to, from }, index) =>
        to === null ? String(key[index]?.["name"] ?? from) : declaredName(referenced, String(to)),
      ),
    };
  });
}

function declaredName(table: TableRows | undefined, column: string): string {
  const found = table?.columns.find(({ name }) => String(name).toLowerCase() === column.toLowerCase());
  return String(found?.["name"] ?? column);
}

/** Up to this size of the file a count scans little enough to be cheap (some 30 ms from a warm cache). */
const COUNTED_BYTES = 64 * 1024 * 1024;

/** Exact counts for small files. For large ones what ANALYZE noted, else the span of the row ids where it is believable, else nothing. */
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
    // A row takes at least two bytes of its page: a wider span tells of gaps, not of rows.
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
