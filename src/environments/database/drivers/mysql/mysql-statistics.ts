import type { ColumnStatistics } from "../../driver/sql-driver.ts";
import type { TableName } from "../../schema/database-schema.ts";
import { mysqlCatalogQueries } from "./mysql-catalog-queries.ts";
import type { MysqlTransaction } from "./mysql-session.ts";

type Row = readonly (string | null)[];

/** Rows with the same beginning of a text that an index of beginnings may lead to. */
const MOST_ROWS_OF_BEGINNING = 10_000;

/**
 * From the indexes' own numbers, which every user is told; histograms are not read. Columns that the user may not read are left out.
 * @param database the one that needs no name
 */
export async function mysqlStatistics(
  rows: MysqlTransaction["rows"],
  tables: readonly TableName[],
  database: string,
): Promise<readonly ColumnStatistics[]> {
  const found: ColumnStatistics[] = [];
  const byTable = async (sql: string) => Map.groupBy(await rows(sql), (row) => row[0] ?? "");
  for (const [schema, own] of Map.groupBy(tables, (table) => table.schema ?? database)) {
    const queries = mysqlCatalogQueries(schema);
    const [columns, indexes] = [await byTable(queries.columns), await byTable(queries.indexes)];
    const sizes = new Map((await rows(queries.relations)).map((row) => [row[0], Number(row[3])]));
    for (const table of own) {
      for (const [, column, , , , , privileges] of columns.get(table.name) ?? []) {
        if (column === null || column === undefined || !/\bselect\b/iu.test(privileges ?? "")) continue;
        const indexed = (indexes.get(table.name) ?? []).filter((row) => row[1] === column);
        // An index of whole values tells how many there are.
        const distinct = indexed.find((row) => row[3] === null && row[2] !== null)?.[2];
        found.push({
          table,
          column,
          commonValues: [],
          otherValues: [],
          ...(distinct === undefined ? {} : { distinct: Number(distinct) }),
          indexed: indexed.some((row) => findsFewRows(row, sizes.get(table.name) ?? 0)),
          known: false,
        });
      }
    }
  }
  return found;
}

/** An index of beginnings that are all alike would read most of the table for each value. */
function findsFewRows([, , cardinality, beginning]: Row, size: number): boolean {
  if (beginning === null) return true;
  return size / Math.max(1, Number(cardinality)) <= MOST_ROWS_OF_BEGINNING;
}
