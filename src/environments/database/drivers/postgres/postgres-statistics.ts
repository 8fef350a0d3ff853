import type { ColumnStatistics } from "../../driver/sql-driver.ts";
import type { TableName } from "../../schema/database-schema.ts";
import { postgresArray } from "./postgres-array.ts";
import { STATISTICS } from "./postgres-catalog-queries.ts";
import type { RunStatement } from "./postgres-session.ts";

/** From `pg_stats`, which has nothing of tables that ANALYZE has not seen, and of those whose rows the role may not see. */
export async function postgresStatistics(
  run: RunStatement,
  tables: readonly TableName[],
): Promise<readonly ColumnStatistics[]> {
  const schemas = postgresArray(tables.map(({ schema = "" }) => schema));
  const names = postgresArray(tables.map(({ name }) => name));
  const { rows } = await run(STATISTICS, [schemas, names], 1_000_000);
  return rows.flatMap((row) => {
    const table = tables[Number(row[0]) - 1];
    return table === undefined ? [] : [statisticsOf(table, row)];
  });
}

function statisticsOf(table: TableName, row: readonly (string | null)[]): ColumnStatistics {
  const [, column, distinct, nulls, rows, values, shares, others, known, indexed] = row;
  const share = listOf(shares ?? null).map(Number);
  return {
    table,
    column: column ?? "",
    commonValues: listOf(values ?? null).map((value, at) => ({ value, share: share[at] ?? 0 })),
    otherValues: listOf(others ?? null),
    ...(known === "t"
      ? { distinct: distinctOf(Number(distinct), Number(rows)), nullShare: Number(nulls) }
      : {}),
    indexed: indexed === "t",
    known: known === "t",
  };
}

/** The server has a negative share of the rows where the number grows with them. */
function distinctOf(distinct: number, rows: number): number {
  return Math.round(distinct < 0 ? -distinct * rows : distinct);
}

function listOf(json: string | null): readonly string[] {
  return json === null ? [] : (JSON.parse(json) as unknown[]).map(String);
}
