import type { RelationValue } from "../relations/read-relation-values.ts";
import type { ToolCall } from "./database-tool.ts";
import { columnName } from "./value-matches.ts";

/** Values that are looked up, and columns that are named. */
const LOOKED = 8;
const MOST_NAMED = 3;
/** Columns in which one value is looked for. */
const MOST_COLUMNS = 20;

export interface ColumnHolding {
  readonly table: string;
  readonly column: string;
  /** So many of the values that were looked up stand in it. */
  readonly of: number;
  readonly looked: number;
}

/** The columns in which most of the first values stand: what they are to be joined with. Only an index that is complete is asked. */
export async function columnsHolding(
  values: readonly RelationValue[],
  { services: { index }, context: { signal } }: ToolCall,
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
    .sort((a, b) => b.of - a.of)
    .slice(0, MOST_NAMED)
    .map((each) => ({ ...each, looked: looked.length }));
}
