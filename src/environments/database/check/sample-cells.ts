import type { StatementResult } from "../driver/sql-driver.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";

export interface SampledCell {
  readonly text: string;
  readonly count: number;
}

export interface CellSample {
  /** Distinct cells as text, NULL left out, most frequent first. */
  readonly cells: readonly SampledCell[];
  /** True when these are all distinct values of the column. */
  readonly complete: boolean;
}

const MOST_VALUES = 2000;

export type Ask = (
  sql: string,
  parameters?: readonly SqlValue[],
  maxRows?: number,
) => Promise<StatementResult | undefined>;

/**
 * Cells of a column: all distinct ones when there are at most 2,000, else that many of each end of the order and the first rows, so that
 * neither the smallest values nor the oldest rows stand for the rest. Undefined where `ask` has no answer.
 */
export async function sampleCells(
  dialect: SqlDialect,
  table: string,
  column: string,
  ask: Ask,
): Promise<CellSample | undefined> {
  const name = dialect.identifier(column);
  const counted = `SELECT ${name}, COUNT(*) FROM ${table} WHERE ${name} IS NOT NULL GROUP BY ${name}`;
  const low = await ask(`${counted} ORDER BY ${name} LIMIT ${MOST_VALUES + 1}`, [], MOST_VALUES);
  if (!low) return undefined;
  const results = [low.rows];
  if (low.truncated) {
    const high = await ask(`${counted} ORDER BY ${name} DESC LIMIT ${MOST_VALUES}`, [], MOST_VALUES);
    const first = await ask(
      `SELECT ${name} FROM ${table} WHERE ${name} IS NOT NULL LIMIT ${MOST_VALUES}`,
      [],
      MOST_VALUES,
    );
    results.push(high?.rows ?? [], first?.rows ?? []);
  }
  const counts = new Map<string, number>();
  for (const [value = null, count] of results.flat()) {
    const text = cellText(value);
    if (text !== undefined && !counts.has(text)) counts.set(text, Number(count ?? 1));
  }
  const cells = [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
  return { cells, complete: !low.truncated };
}

/** The cell as the text a person would type for it; undefined for NULL and binary content. */
export function cellText(value: SqlValue): string | undefined {
  return value === null || value instanceof Uint8Array ? undefined : String(value);
}
