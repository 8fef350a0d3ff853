import { given } from "../../../../util/given.ts";
import type { CatalogRow } from "../../driver/catalog-schema.ts";
import type { ColumnStatistics } from "../../driver/sql-driver.ts";
import type { TableName } from "../../schema/database-schema.ts";
import { mysqlCatalogQueries } from "./mysql-catalog-queries.ts";
import type { MysqlTransaction } from "./mysql-session.ts";

/** Rows with the same beginning of a text that an index of beginnings may lead to. */
const MOST_ROWS_OF_BEGINNING = 10_000;

/**
 * From the indexes' own numbers, which every user is told; histograms are not read. Columns that the user may not read are left out.
 * @param database the one that needs no name
 */
export async function mysqlStatistics(
  { records }: MysqlTransaction,
  tables: readonly TableName[],
  database: string,
): Promise<readonly ColumnStatistics[]> {
  const found: ColumnStatistics[] = [];
  for (const [schema, own] of Map.groupBy(tables, (table) => table.schema ?? database)) {
    const queries = mysqlCatalogQueries(schema);
    const columns = await records<"TABLE_NAME" | "COLUMN_NAME" | "PRIVILEGES">(queries.columns);
    const indexes = Map.groupBy(
      await records<"TABLE_NAME" | "COLUMN_NAME" | "CARDINALITY" | "SUB_PART">(queries.indexes),
      (row) => row.TABLE_NAME,
    );
    const sizes = new Map(
      (await records<"TABLE_NAME" | "TABLE_ROWS">(queries.relations)).map((row) => [
        row.TABLE_NAME,
        Number(row.TABLE_ROWS),
      ]),
    );
    const named = new Map(own.map((table) => [table.name, table]));
    for (const { TABLE_NAME, COLUMN_NAME, PRIVILEGES } of columns) {
      const table = named.get(TABLE_NAME ?? "");
      if (table === undefined || !/\bselect\b/iu.test(PRIVILEGES ?? "")) continue;
      const indexed = (indexes.get(TABLE_NAME) ?? []).filter((row) => row.COLUMN_NAME === COLUMN_NAME);
      // An index of whole values tells how many there are.
      const whole = indexed.find(({ SUB_PART, CARDINALITY }) => SUB_PART === null && CARDINALITY !== null);
      found.push({
        table,
        column: COLUMN_NAME ?? "",
        commonValues: [],
        otherValues: [],
        ...given({ distinct: whole && Number(whole.CARDINALITY) }),
        indexed: indexed.some((row) => findsFewRows(row, sizes.get(TABLE_NAME) ?? 0)),
        known: false,
      });
    }
  }
  return found;
}

/** An index of beginnings that are all alike would read most of the table for each value. */
function findsFewRows(
  { CARDINALITY, SUB_PART }: CatalogRow<"CARDINALITY" | "SUB_PART">,
  size: number,
): boolean {
  return SUB_PART === null || size / Math.max(1, Number(CARDINALITY)) <= MOST_ROWS_OF_BEGINNING;
}
