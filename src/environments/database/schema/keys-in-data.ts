import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "./database-schema.ts";
import { qualifiedTable, rowsInTime } from "./find-table.ts";
import { isNamedAsKey, namesRelate, singleKey, tableLinks } from "./table-links.ts";

/** Milliseconds that one query may take, and all queries for keys or for links. */
const MILLISECONDS_EACH = 500;
const MILLISECONDS_TOGETHER = 3000;

/** The only row as numbers; none where the engine has no answer in time. */
async function numbers(driver: SqlDriver, sql: string, signal: AbortSignal): Promise<readonly number[]> {
  const rows = await rowsInTime(driver, sql, { maxRows: 1, milliseconds: MILLISECONDS_EACH, signal });
  return (rows[0] ?? []).map((value) => Number(value ?? 0));
}

/** Most rows that are checked: a column with a key's name and this many distinct values counts as a key. */
const MOST_ROWS = 50_000;

/**
 * The schema with `uniqueInData` on the columns that are their table's key by name (`id`, `hero_id` or `hero` of `hero`, or a first column
 * such as `customer_no`, whatever the table is called) and in the data, where the table declares no key at all, as dumps and exports often do; of
 * exports without any foreign key also a text that another table has under the same name (`Plate`). A statement per candidate, once; where the time
 * runs out a table goes without.
 */
export async function withKeysInData(
  driver: SqlDriver,
  schema: DatabaseSchema,
  signal: AbortSignal,
): Promise<DatabaseSchema> {
  const end = Date.now() + MILLISECONDS_TOGETHER;
  const tables: TableSchema[] = [];
  for (const table of schema.tables) {
    let key: ColumnSchema | undefined;
    for (const candidate of declaresKey(table) ? [] : [...keyByName(table), ...sharedTexts(table, schema)])
      if (!key && Date.now() < end && (await isUnique(driver, table, candidate, signal))) key = candidate;
    tables.push(key ? withUnique(table, key) : table);
  }
  return { ...schema, tables };
}

/** Text columns that another table has too, in a schema without any foreign key. */
function sharedTexts(table: TableSchema, { tables }: DatabaseSchema): readonly ColumnSchema[] {
  if (tables.some(({ foreignKeys }) => foreignKeys.length > 0)) return [];
  const isSame = (a: ColumnSchema, b: ColumnSchema) =>
    a.affinity === "text" && b.affinity === "text" && a.name.toLowerCase() === b.name.toLowerCase();
  return table.columns.filter((column) =>
    tables.some((other) => other !== table && other.columns.some((each) => isSame(each, column))),
  );
}

function declaresKey({ kind, columns }: TableSchema): boolean {
  return (
    kind !== "table" || columns.some((column) => column.primaryKeyPosition !== undefined || column.unique)
  );
}

function keyByName(table: TableSchema): readonly ColumnSchema[] {
  const names = table.columns.map((column) => {
    const words = nameWords(column.name);
    return { column, words, name: words.join("") };
  });
  const own = nameWords(table.name).join("");
  const named = names.find(
    ({ name }) => name.length > 2 && name.endsWith("id") && sameButForNumber(name.slice(0, -2), own),
  );
  const same = names.find(({ name }) => name === own);
  // A table named after a file says little about its key, which then is usually the first column.
  const first = names.slice(0, 1).find(({ words }) => isNamedAsKey(words));
  const found = names.find(({ name }) => name === "id") ?? named ?? same ?? first;
  return found === undefined ? [] : [found.column];
}

async function isUnique(
  driver: SqlDriver,
  table: TableSchema,
  { name }: ColumnSchema,
  signal: AbortSignal,
): Promise<boolean> {
  const column = driver.dialect.identifier(name);
  const rows = `SELECT ${column} AS k FROM ${qualifiedTable({ driver }, table)} LIMIT ${MOST_ROWS}`;
  const [all = 0, distinct] = await numbers(
    driver,
    `SELECT COUNT(*), COUNT(DISTINCT k) FROM (${rows}) AS s`,
    signal,
  );
  return all > 1 && all === distinct;
}

function withUnique(table: TableSchema, key: ColumnSchema): TableSchema {
  const columns = table.columns.map((column) =>
    column === key ? { ...column, uniqueInData: true } : column,
  );
  return { ...table, columns };
}

const SAMPLE = 200;
const MOST_PAIRS = 200;
/** Highest probability of a chance match, between numbers and keys, at which a link still counts. */
const MOST_CHANCE = 1e-6;

/**
 * The schema with `linksInData` where no table declares a foreign key: columns whose name is near a table's or its key's (`link_to_member`,
 * `zip`) and whose values are all keys there (nearly all for texts), unless by chance. Links that names alone show (`member_id`) are not checked.
 */
export async function withLinksInData(
  driver: SqlDriver,
  schema: DatabaseSchema,
  signal: AbortSignal,
): Promise<DatabaseSchema> {
  if (schema.tables.some((table) => table.foreignKeys.length > 0)) return schema;
  const end = Date.now() + MILLISECONDS_TOGETHER;
  const found = new Map<TableSchema, ForeignKey[]>();
  for (const pair of candidates(driver, schema).slice(0, MOST_PAIRS)) {
    if (Date.now() > end) break;
    if (!(await holds(driver, pair, signal))) continue;
    const { from, column, to, key } = pair;
    const link = { columns: [column.name], referencedTable: to.name, referencedColumns: [key.name] };
    const placed = to.schema === undefined ? link : { ...link, referencedSchema: to.schema };
    found.set(from, [...(found.get(from) ?? []), placed]);
  }
  if (found.size === 0) return schema;
  const tables = schema.tables.map((table) => {
    const links = found.get(table);
    return links ? { ...table, linksInData: links } : table;
  });
  return { ...schema, tables };
}

interface Candidate {
  readonly from: TableSchema;
  readonly column: ColumnSchema;
  readonly to: TableSchema;
  readonly key: ColumnSchema;
}

function candidates(driver: SqlDriver, schema: DatabaseSchema): readonly Candidate[] {
  const links = tableLinks({ driver, schema });
  const targets = schema.tables.flatMap((to) => {
    const key = singleKey(to);
    return key ? [{ to, key }] : [];
  });
  return schema.tables.flatMap((from) =>
    from.kind !== "table"
      ? []
      : from.columns.flatMap((column) => {
          const known = links.some((link) => link.from === from && link.fromColumns[0] === column.name);
          if (known || column === singleKey(from)) return [];
          return targets
            .filter(
              ({ to, key }) =>
                to !== from && column.affinity === key.affinity && isNamed(from, column, to, key),
            )
            .map(({ to, key }) => ({ from, column, to, key }));
        }),
  );
}

function isNamed(from: TableSchema, column: ColumnSchema, to: TableSchema, key: ColumnSchema): boolean {
  const words = nameWords(column.name);
  const tail = nameWords(to.name);
  const start = words.length - tail.length;
  const ends = start >= 0 && tail.every((word, i) => sameButForNumber(words[start + i] ?? "", word));
  return ends || namesRelate({ table: from, column }, { table: to, column: key });
}

async function holds(
  driver: SqlDriver,
  { from, column, to, key }: Candidate,
  signal: AbortSignal,
): Promise<boolean> {
  const { dialect } = driver;
  const [name, id] = [dialect.identifier(column.name), dialect.identifier(key.name)];
  const target = qualifiedTable({ driver }, to);
  const sample = `SELECT DISTINCT ${name} AS v FROM ${qualifiedTable({ driver }, from)} WHERE ${name} IS NOT NULL LIMIT ${SAMPLE}`;
  const isNumber = key.affinity !== "text";
  const range = isNumber ? `(SELECT MAX(${id}) - MIN(${id}) + 1 FROM ${target})` : "0";
  const sql = `SELECT COUNT(*), SUM(CASE WHEN v IN (SELECT ${id} FROM ${target}) THEN 1 ELSE 0 END), (SELECT COUNT(*) FROM ${target}), ${range} FROM (${sample}) AS s`;
  const [values = 0, known = 0, keys = 0, width = 0] = await numbers(driver, sql, signal);
  // A few texts may be misspelt, or newer than the keys.
  if (values < 2 || known < values * (isNumber ? 1 : 0.95)) return false;
  return !isNumber || (keys / Math.max(1, width)) ** values < MOST_CHANCE;
}
