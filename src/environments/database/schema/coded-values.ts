import type { ActContext } from "../../../environment/act-context.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { qualifiedTable } from "../check/find-table.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnSchema, DatabaseSchema, TableSchema } from "./database-schema.ts";

/** A text column with at most so many different values, each and all together short, shows them with the schema. */
const MOST_VALUES = 8;
const LONGEST_VALUE = 24;
const LONGEST_LIST = 100;
/** Larger tables would cost a scan that nobody asked for. */
const MOST_ROWS = 200_000;
const MOST_TABLES = 60;
const MOST_COLUMNS = 40;
const MILLISECONDS = 1000;

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
    column.enumValues === undefined &&
    !refers &&
    column.primaryKeyPosition === undefined
  );
}

async function codedValues(
  table: TableSchema,
  services: DatabaseServices,
  context: ActContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { dialect } = services.driver;
  const candidates = table.columns.filter((column) => mayBeCoded(column, table)).slice(0, MOST_COLUMNS);
  const small = table.kind === "table" && table.rowCount !== undefined && table.rowCount.value <= MOST_ROWS;
  if (!small || candidates.length === 0) return new Map();
  const from = qualifiedTable(services, table);
  const parts = candidates.map((column, at) => {
    const name = dialect.identifier(column.name);
    return `SELECT * FROM (SELECT DISTINCT ${at} AS at, ${dialect.toText(name)} AS value FROM ${from} WHERE ${name} IS NOT NULL LIMIT ${MOST_VALUES + 1}) AS c${at}`;
  });
  const found = new Map<string, string[]>();
  for (const [at, value] of await rowsOf(parts.join(" UNION ALL "), services, context)) {
    const name = candidates[Number(at)]?.name;
    if (name !== undefined && typeof value === "string") found.set(name, [...(found.get(name) ?? []), value]);
  }
  return new Map(
    [...found]
      .filter(([, values]) => worthShowing(values))
      .map(([name, values]) => [name, values.toSorted()]),
  );
}

function worthShowing(values: readonly string[]): boolean {
  const length = values.reduce((sum, value) => sum + value.length + 2, 0);
  const plain = values.every((value) => value.length <= LONGEST_VALUE && !/[\p{Cc}]/u.test(value));
  return values.length <= MOST_VALUES && length <= LONGEST_LIST && plain;
}

async function rowsOf(sql: string, { driver }: DatabaseServices, { signal }: ActContext) {
  try {
    const { rows } = await driver.query(sql, [], { maxRows: 10_000, milliseconds: MILLISECONDS, signal });
    return rows;
  } catch (error) {
    if (signal.aborted || !FuxiError.isInstance(error)) throw error;
    return [];
  }
}
