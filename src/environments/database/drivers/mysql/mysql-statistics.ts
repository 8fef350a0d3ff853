import type { ColumnStatistics } from "../../driver/sql-driver.ts";
import type { TableName } from "../../schema/database-schema.ts";
import { mysqlCatalogQueries } from "./mysql-catalog-queries.ts";
import { type MysqlHistogram, readJsonHb, readMysqlHistogram } from "./mysql-histogram.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import { writeMysqlValue } from "./mysql-value.ts";

type Rows = MysqlTransaction["rows"];
type Row = readonly (string | null)[];

/** Rows with the same beginning of a text that an index of beginnings may lead to. */
const MOST_ROWS_OF_BEGINNING = 10_000;

/**
 * From `mysql.column_stats` (MariaDB) or `information_schema.COLUMN_STATISTICS` (MySQL), and from the indexes' own numbers, which every user
 * is told. Columns that the user may not read are left out, also where he may read the statistics of all.
 *
 * @param database the one that needs no name
 */
export async function mysqlStatistics(
  rows: Rows,
  tables: readonly TableName[],
  { server, database }: { readonly server: MysqlServerFacts; readonly database: string },
): Promise<readonly ColumnStatistics[]> {
  const found: ColumnStatistics[] = [];
  for (const [schema, own] of Map.groupBy(tables, (table) => table.schema ?? database)) {
    const queries = mysqlCatalogQueries(schema);
    const [columns, indexes] = [byTable(await rows(queries.columns)), byTable(await rows(queries.indexes))];
    const sizes = new Map((await rows(queries.relations)).map((row) => [row[0], Number(row[3])]));
    const names = own.map(({ name }) => writeMysqlValue(name)).join(", ");
    const sql = server.statisticsSql(writeMysqlValue(schema), names);
    const known = byTable((await rowsWhereAllowed(rows, sql)) ?? []);
    for (const table of own) {
      const [size = 0, kept] = [sizes.get(table.name), known.get(table.name) ?? []];
      for (const [, column, , , , , privileges] of columns.get(table.name) ?? []) {
        if (column === null || column === undefined || !/\bselect\b/iu.test(privileges ?? "")) continue;
        const indexed = (indexes.get(table.name) ?? []).filter((row) => row[1] === column);
        found.push({
          table,
          column,
          ...valuesOf(
            kept.find((row) => row[1] === column),
            { size, indexed },
          ),
          indexed: indexed.some((row) => findsFewRows(row, size)),
        });
      }
    }
  }
  return found;
}

/** Undefined where the user may not read it, or the server has no such statistics. */
async function rowsWhereAllowed(rows: Rows, sql: string): Promise<readonly Row[] | undefined> {
  try {
    return await rows(sql);
  } catch (error) {
    if (WITHHELD.has((error as { readonly errno?: number }).errno ?? 0)) return undefined;
    throw error;
  }
}

/** No right to the table or the column; no such table, of either kind. */
const WITHHELD = new Set([1142, 1143, 1044, 1109, 1146]);

function byTable(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, (row) => row[0] ?? "");
}

function valuesOf(
  statistics: Row | undefined,
  { size, indexed }: { readonly size: number; readonly indexed: readonly Row[] },
): Omit<ColumnStatistics, "table" | "column" | "indexed"> {
  // An index of whole values tells how many there are.
  const whole = indexed.find((row) => row[3] === null && row[2] !== null)?.[2];
  const ofIndex = whole === undefined || whole === null ? {} : { distinct: Number(whole) };
  if (statistics === undefined) return { commonValues: [], otherValues: [], ...ofIndex, known: false };
  const [, , nulls, frequency, kind, json] = statistics;
  const nullShare = nulls === null || nulls === undefined ? undefined : Number(nulls);
  const { distinct, ...values } = histogramOf(kind ?? "", json ?? "", nullShare ?? 0);
  const counted = Number(frequency) > 0 ? (size * (1 - (nullShare ?? 0))) / Number(frequency) : undefined;
  return {
    ...ofIndex,
    ...(nullShare === undefined ? {} : { nullShare }),
    ...values,
    ...(counted === undefined ? {} : { distinct: Math.round(counted) }),
    ...(distinct === undefined ? {} : { distinct }),
    known: true,
  };
}

function histogramOf(kind: string, json: string, nullShare: number): MysqlHistogram {
  if (kind === "JSON_HB") return readJsonHb(json, nullShare);
  return kind === "MYSQL" ? readMysqlHistogram(json) : { commonValues: [], otherValues: [] };
}

/** An index of beginnings that are all alike would read most of the table for each value. */
function findsFewRows([, , cardinality, beginning]: Row, size: number): boolean {
  if (beginning === null) return true;
  return size / Math.max(1, Number(cardinality)) <= MOST_ROWS_OF_BEGINNING;
}
