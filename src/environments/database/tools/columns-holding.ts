import type { RelationValue } from "../relations/read-relation-values.ts";
import type { DatabaseSchema } from "../schema/database-schema.ts";
import type { ToolCall } from "./database-tool.ts";
import { columnName } from "./value-matches.ts";

/** Values that are looked up, and columns that are named. */
const LOOKED = 8;
const MOST_NAMED = 3;
/** Columns in which one value is looked for. */
const MOST_COLUMNS = 200;

export interface ColumnHolding {
  readonly table: string;
  readonly column: string;
  /** So many of the values that were looked up stand in it. */
  readonly of: number;
  readonly looked: number;
}

/**
 * The columns in which most of the first values stand: what they are to be joined with, keys of their tables before columns that refer to them, these
 * before any other that happens to hold such values. Only an index that is complete is asked.
 */
export async function columnsHolding(
  values: readonly RelationValue[],
  { services: { index, schema }, context: { signal } }: ToolCall,
): Promise<readonly ColumnHolding[]> {
  const looked = values.filter((value) => value !== null && value !== "").slice(0, LOOKED);
  if (!index.state().complete) {
    // A database that is indexed when it is first needed becomes so by a look for near values.
    await index.findFuzzy(String(looked[0] ?? ""), { limit: 1, signal });
    if (!index.state().complete) return [];
  }
  const counts = new Map<string, { readonly table: string; readonly column: string; of: number }>();
  for (const value of looked) {
    const { matches } = await index.findExact(String(value), { limit: MOST_COLUMNS, signal });
    for (const { column, tier } of matches) {
      if (tier !== "exact") continue;
      const name = columnName(column);
      const kept = counts.get(name) ?? { table: column.table, column: column.column, of: 0 };
      counts.set(name, { ...kept, of: kept.of + 1 });
    }
  }
  return [...counts.values()]
    .sort((a, b) => b.of - a.of || keyRank(schema, a) - keyRank(schema, b))
    .slice(0, MOST_NAMED)
    .map((each) => ({ ...each, looked: looked.length }));
}

function keyRank(
  { tables }: DatabaseSchema,
  { table, column }: { readonly table: string; readonly column: string },
): number {
  const owner = tables.find(({ name }) => name === table);
  const keys = (owner?.columns ?? []).filter(({ primaryKeyPosition }) => primaryKeyPosition !== undefined);
  // `sale_id` and `credit_id` hold the same small numbers as any key: what others refer to is the key of something.
  const referred = tables.some(({ foreignKeys }) =>
    foreignKeys.some(
      (foreign) => foreign.referencedTable === table && foreign.referencedColumns.includes(column),
    ),
  );
  if (keys.length === 1 && keys[0]?.name === column) return referred ? 0 : 2;
  const refers = owner?.foreignKeys.some(({ columns }) => columns.includes(column)) === true;
  return refers ? 1 : 3;
}
