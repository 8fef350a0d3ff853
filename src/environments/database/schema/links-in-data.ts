import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "./database-schema.ts";
import { qualifiedTable } from "./find-table.ts";
import { namesRelate, singleKey, tableLinks } from "./table-links.ts";

const SAMPLE = 200;
const MOST_PAIRS = 200;
const MILLISECONDS_EACH = 500;
const MILLISECONDS_TOGETHER = 3000;
/** Chance of all values being keys without meaning it, above which that they are says nothing. */
const MOST_CHANCE = 1e-6;

/**
 * The schema with `linksInData` where no table declares a foreign key: columns whose name is near a table's or its key's (`link_to_member`,
 * `zip`) and whose values are all keys there, unless numbers would be so by chance. What the names alone tell (`member_id`) needs no look.
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
  try {
    const { rows } = await driver.query(sql, [], { maxRows: 1, milliseconds: MILLISECONDS_EACH, signal });
    const [values = 0, known = 0, keys = 0, width = 0] = (rows[0] ?? []).map((value) => Number(value ?? 0));
    if (values < 2 || known < values) return false;
    return !isNumber || (keys / Math.max(1, width)) ** values < MOST_CHANCE;
  } catch (error) {
    if (signal.aborted || !FuxiError.isInstance(error)) throw error;
    return false;
  }
}
