import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import type { ColumnSchema, DatabaseSchema, TableSchema } from "./database-schema.ts";
import { qualifiedTable } from "./find-table.ts";
import { isNamedAsKey } from "./table-links.ts";

/** Rows that are looked at: a column that is a key by its name and tells so many rows apart is one. */
const MOST_ROWS = 50_000;
const MILLISECONDS_EACH = 500;
const MILLISECONDS_TOGETHER = 3000;

/**
 * The schema with `uniqueInData` on the columns that are their table's key by name (`id`, `hero_id` or `hero` of `hero`, or a first column
 * such as `customer_no`, whatever the table is called) and in the data, where the table declares no key at all, as dumps and exports often do. One statement per such table, once; where the time runs out a table goes
 * without.
 */
export async function withKeysInData(
  driver: SqlDriver,
  schema: DatabaseSchema,
  signal: AbortSignal,
): Promise<DatabaseSchema> {
  const end = Date.now() + MILLISECONDS_TOGETHER;
  const tables: TableSchema[] = [];
  for (const table of schema.tables) {
    const candidate = declaresKey(table) ? undefined : keyByName(table);
    const isKey = candidate && Date.now() < end && (await isUnique(driver, table, candidate, signal));
    tables.push(isKey ? withUnique(table, candidate) : table);
  }
  return { ...schema, tables };
}

function declaresKey({ kind, columns }: TableSchema): boolean {
  return (
    kind !== "table" || columns.some((column) => column.primaryKeyPosition !== undefined || column.unique)
  );
}

function keyByName(table: TableSchema): ColumnSchema | undefined {
  const names = table.columns.map((column) => {
    const words = nameWords(column.name);
    return { column, words, name: words.join("") };
  });
  const own = nameWords(table.name).join("");
  const named = names.find(
    ({ name }) => name.length > 2 && name.endsWith("id") && sameButForNumber(name.slice(0, -2), own),
  );
  const same = names.find(({ name }) => name === own);
  // What a file is called says little: its rows are told apart by what they begin with.
  const first = names.slice(0, 1).find(({ words }) => isNamedAsKey(words));
  return (names.find(({ name }) => name === "id") ?? named ?? same ?? first)?.column;
}

async function isUnique(
  driver: SqlDriver,
  table: TableSchema,
  { name }: ColumnSchema,
  signal: AbortSignal,
): Promise<boolean> {
  const column = driver.dialect.identifier(name);
  const rows = `SELECT ${column} AS k FROM ${qualifiedTable({ driver }, table)} LIMIT ${MOST_ROWS}`;
  try {
    const { rows: counts } = await driver.query(
      `SELECT COUNT(*), COUNT(DISTINCT k) FROM (${rows}) AS s`,
      [],
      { maxRows: 1, milliseconds: MILLISECONDS_EACH, signal },
    );
    const [all, distinct] = (counts[0] ?? []).map(Number);
    return all !== undefined && all > 1 && all === distinct;
  } catch (error) {
    if (signal.aborted || !FuxiError.isInstance(error)) throw error;
    return false;
  }
}

function withUnique(table: TableSchema, key: ColumnSchema): TableSchema {
  const columns = table.columns.map((column) =>
    column === key ? { ...column, uniqueInData: true } : column,
  );
  return { ...table, columns };
}
