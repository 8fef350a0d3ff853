import type { ActContext } from "../../../environment/act-context.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnSchema, DatabaseSchema, TableSchema } from "./database-schema.ts";
import { qualifiedTable, rowsInTime } from "./find-table.ts";

/** Larger tables would cost a scan that nobody asked for. */
const MOST_ROWS = 200_000;
const MOST_TABLES = 60;
const MOST_COLUMNS = 40;

/**
 * The schema with the values of short, coded text columns filled in as `enumValues`: a model that sees `status: open, closed` needs no
 * lookup to write a condition. One statement per table; a table that does not answer in time goes without.
 */
export async function withCodedValues(
  services: DatabaseServices,
  context: ActContext,
): Promise<DatabaseSchema> {
  const { tables } = services.schema;
  if (tables.length > MOST_TABLES) return services.schema;
  const shown: TableSchema[] = [];
  for (const table of tables) {
    const values = await codedValues(table, services, context);
    shown.push({
      ...table,
      columns: table.columns.map((column) => {
        const found = values.get(column.name);
        return found === undefined ? column : { ...column, enumValues: found };
      }),
    });
  }
  return { tables: shown };
}

function mayBeCoded(column: ColumnSchema, table: TableSchema): boolean {
  const refers = table.foreignKeys.some((key) => key.columns.includes(column.name));
  return (
    column.affinity === "text" &&
    column.masked !== true &&
    column.enumValues === undefined &&
    !refers &&
    column.primaryKeyPosition === undefined
  );
}

/** How short a list of values has to be, and how long a table may take for its lists. */
export interface ListBounds {
  readonly values: number;
  readonly longestValue: number;
  /** Characters of all values together. */
  readonly longestList: number;
  readonly milliseconds: number;
}

/** What is shown with the schema. */
const SHOWN: ListBounds = { values: 8, longestValue: 24, longestList: 100, milliseconds: 1000 };

function codedValues(
  table: TableSchema,
  services: DatabaseServices,
  context: ActContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const candidates = table.columns.filter((column) => mayBeCoded(column, table));
  return shortValueLists(table, candidates, SHOWN, services, context);
}

/**
 * The distinct values of those of the columns (the first 40) that have few and short ones, by column name. One statement; a view, a table of
 * more than 200,000 rows or of unknown size, and one that does not answer in time, have none.
 */
export async function shortValueLists(
  table: TableSchema,
  columns: readonly ColumnSchema[],
  bounds: ListBounds,
  services: DatabaseServices,
  context: ActContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { dialect } = services.driver;
  const candidates = columns.slice(0, MOST_COLUMNS);
  const small = table.kind === "table" && table.rowCount !== undefined && table.rowCount.value <= MOST_ROWS;
  if (!small || candidates.length === 0) return new Map();
  const from = qualifiedTable(services, table);
  const parts = candidates.map((column, at) => {
    const name = dialect.identifier(column.name);
    return `SELECT * FROM (SELECT DISTINCT ${at} AS at, ${dialect.toText(name)} AS value FROM ${from} WHERE ${name} IS NOT NULL LIMIT ${bounds.values + 1}) AS c${at}`;
  });
  const found = new Map<string, string[]>();
  const rows = await rowsInTime(services.driver, parts.join(" UNION ALL "), {
    maxRows: 10_000,
    milliseconds: bounds.milliseconds,
    signal: context.signal,
  });
  for (const [at, value] of rows) {
    const name = candidates[Number(at)]?.name;
    if (name !== undefined && typeof value === "string") found.set(name, [...(found.get(name) ?? []), value]);
  }
  return new Map(
    [...found]
      .filter(([, values]) => worthShowing(values, bounds))
      .map(([name, values]) => [name, values.toSorted()]),
  );
}

function worthShowing(values: readonly string[], bounds: ListBounds): boolean {
  const length = values.reduce((sum, value) => sum + value.length + 2, 0);
  const plain = values.every((value) => value.length <= bounds.longestValue && !/[\p{Cc}]/u.test(value));
  return values.length <= bounds.values && length <= bounds.longestList && plain;
}
