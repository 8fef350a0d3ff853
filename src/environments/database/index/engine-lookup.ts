import { FOLDED_SCORE } from "../../../value-index/folded-score.ts";
import { numberIn, withoutQuotes } from "../../../value-index/lookup-key.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "./column-sql.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import type { ColumnRef, ValueMatch } from "./value-index.ts";

/** Different spellings of one folded value that are told. */
const MOST_SPELLINGS = 20;

export interface EngineAnswer {
  readonly matches: readonly ValueMatch[];
  /** Columns that the engine could not answer for in time. */
  readonly unanswered: readonly ColumnRef[];
}

/**
 * Looks a value up on the engine, for columns that the index cannot answer for: as it is (which an index of the database's own makes
 * quick), and where that finds nothing and `folded` is asked for, but for the case of its letters and surrounding space. Spends about `milliseconds` in all; what is
 * left then is unanswered.
 *
 * @throws the reason of `signal`.
 */
export async function engineLookup(
  driver: SqlDriver,
  columns: readonly IndexedColumn[],
  text: string,
  options: { readonly milliseconds: number; readonly folded: boolean; readonly signal: AbortSignal },
): Promise<EngineAnswer> {
  const { signal } = options;
  const deadline = performance.now() + options.milliseconds;
  const unanswered = new Set<ColumnRef>();
  const matches: ValueMatch[] = [];
  for (const find of options.folded ? [findEqual, findFolded] : [findEqual]) {
    for (const column of columns) {
      if (unanswered.has(column.ref)) continue;
      signal.throwIfAborted();
      const left = Math.ceil(deadline - performance.now());
      if (left <= 0) {
        unanswered.add(column.ref);
        continue;
      }
      try {
        matches.push(...(await find(driver, column, text, { milliseconds: left, signal })));
      } catch (error) {
        if (!(error instanceof SqlEngineError)) throw error;
        // A text that cannot be of the column's type is surely not in it.
        if (error.facts.kind !== "type-mismatch") unanswered.add(column.ref);
      }
    }
    if (matches.length > 0) break;
  }
  return { matches, unanswered: [...unanswered] };
}

type Bounds = { readonly milliseconds: number; readonly signal: AbortSignal };

async function findEqual(driver: SqlDriver, column: IndexedColumn, text: string, bounds: Bounds) {
  const { dialect } = driver;
  const name = dialect.identifier(column.ref.column);
  const plain = withoutQuotes(text);
  let wanted: readonly SqlValue[] = [...new Set([text, plain])];
  if (column.numeric) {
    const number = numberIn(plain);
    const exact = /^[+-]?\d{16,18}$/u.test(plain) ? BigInt(plain) : number;
    if (exact === undefined) return [];
    wanted = [exact];
  }
  const side = column.numeric || column.affinity === "text" ? name : dialect.toText(name);
  const places = wanted.map((_, i) => dialect.placeholder(i + 1)).join(", ");
  return grouped(driver, column, `${side} IN (${places})`, wanted, "exact", bounds);
}

async function findFolded(driver: SqlDriver, column: IndexedColumn, text: string, bounds: Bounds) {
  if (column.numeric) return [];
  const { dialect } = driver;
  const side = `LOWER(TRIM(${dialect.toText(dialect.identifier(column.ref.column))}))`;
  const wanted = withoutQuotes(text).toLowerCase();
  return grouped(driver, column, `${side} = ${dialect.placeholder(1)}`, [wanted], "folded", bounds);
}

async function grouped(
  driver: SqlDriver,
  column: IndexedColumn,
  condition: string,
  parameters: readonly SqlValue[],
  tier: "exact" | "folded",
  bounds: Bounds,
): Promise<readonly ValueMatch[]> {
  const name = driver.dialect.identifier(column.ref.column);
  // Not every type can be grouped, but all can as text.
  const cell = column.affinity === "other" ? driver.dialect.toText(name) : name;
  const { rows } = await driver.query(
    `SELECT ${cell}, COUNT(*) FROM ${qualifiedTable(driver.dialect, column.table)} WHERE ${condition} GROUP BY ${cell}`,
    parameters,
    { maxRows: MOST_SPELLINGS, ...bounds },
  );
  return rows
    .filter(([value]) => value !== null && !(value instanceof Uint8Array))
    .map(([value, count]) => ({
      column: column.ref,
      value: String(value),
      count: Number(count),
      tier,
      score: tier === "exact" ? 1 : FOLDED_SCORE,
    }));
}
