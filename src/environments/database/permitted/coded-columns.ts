import type { ActContext } from "../../../environment/act-context.ts";
import type { DatabaseServices } from "../database-services.ts";
import { PAUSE_MILLISECONDS } from "../index/lazy-index.ts";
import { shortValueLists } from "../schema/coded-values.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";

/** A text column with few different values. */
export interface CodedColumn {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
  readonly values: readonly string[];
  /** True where nearly every row has a value of its own: names rather than codes. */
  readonly isNaming: boolean;
}

/** Up to so many values a list of them is worth reading. */
const BOUNDS = { values: 40, longestValue: 60, longestList: 1000, milliseconds: 1000 };

/** Keys made by machines, addresses: nobody asks for one of a list of them. */
const IDENTIFIER = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}_-]{12,}$|@|:\/\//u;

interface Kept {
  readonly version: string;
  readonly readAt: number;
  readonly columns: Promise<readonly CodedColumn[]>;
}

const kept = new WeakMap<TableSchema, Kept>();

/** The coded columns of the tables, read once while the data do not change; on a server that others write to, at most once a minute. */
export async function codedColumns(
  tables: readonly TableSchema[],
  services: DatabaseServices,
  context: ActContext,
): Promise<readonly CodedColumn[]> {
  const { driver } = services;
  const version = await driver.dataVersion(context.signal);
  const isShared = driver.columnStatistics !== undefined;
  const isBelieved = (own: Kept) =>
    own.version === version || (isShared && performance.now() - own.readAt < PAUSE_MILLISECONDS);
  const found: CodedColumn[] = [];
  for (const table of tables) {
    const before = kept.get(table);
    const own =
      before !== undefined && isBelieved(before)
        ? before
        : { version, readAt: performance.now(), columns: ofTable(table, services, context) };
    kept.set(table, own);
    found.push(
      ...(await own.columns.catch((error: unknown) => {
        kept.delete(table);
        throw error;
      })),
    );
  }
  return found;
}

async function ofTable(
  table: TableSchema,
  services: DatabaseServices,
  context: ActContext,
): Promise<readonly CodedColumn[]> {
  const refers = (name: string) => table.foreignKeys.some((key) => key.columns.includes(name));
  const texts = table.columns.filter(
    ({ affinity, name }) => (affinity === "text" || affinity === "other") && !refers(name),
  );
  const lists = await shortValueLists(table, texts, BOUNDS, services, context);
  return texts.flatMap((column) => {
    const values = column.enumValues ?? lists.get(column.name);
    if (values === undefined || values.length === 0 || values.some((value) => IDENTIFIER.test(value)))
      return [];
    const rows = table.rowCount?.value ?? Number.POSITIVE_INFINITY;
    return [{ table, column, values, isNaming: values.length > 8 && values.length > 0.7 * rows }];
  });
}
