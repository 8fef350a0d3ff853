import { FOLDED_SCORE } from "../../../value-index/exact-search.ts";
import { numberIn, withoutQuotes } from "../../../value-index/segment.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError, unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type ColumnReach, findColumn, type Reach } from "./column-reach.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import type { ColumnRef, ValueMatch } from "./value-index.ts";

/** Most different spellings of one folded value that are returned. */
const MOST_SPELLINGS = 20;

export interface EngineAnswer {
  readonly matches: readonly ValueMatch[];
  /** Columns that the engine could not answer for in time. */
  readonly unanswered: readonly ColumnRef[];
}

/**
 * Looks a value up on the engine, for columns that the index cannot answer for. First looks for the exact value (fast with an index of the
 * database), then, if nothing is found and `folded` is set, ignores case and surrounding space. Takes about `milliseconds` in all; the columns
 * left after that are unanswered.
 *
 * @throws the reason of `signal`.
 */
export async function engineLookup(
  driver: SqlDriver,
  columns: readonly IndexedColumn[],
  text: string,
  options: {
    readonly milliseconds: number;
    readonly folded: boolean;
    readonly signal: AbortSignal;
    /** The lookups allowed for a column (all). */
    readonly reach?: (column: IndexedColumn) => Reach;
  },
): Promise<EngineAnswer> {
  const { signal, reach = () => "scan" } = options;
  const deadline = performance.now() + options.milliseconds;
  const unanswered = new Set<ColumnRef>();
  const matches: ValueMatch[] = [];
  for (const find of options.folded ? [findEqual, findFolded] : [findEqual]) {
    for (const column of columns) {
      if (unanswered.has(column.ref)) continue;
      signal.throwIfAborted();
      const left = Math.ceil(deadline - performance.now());
      const allowed = reach(column);
      if (left <= 0 || allowed === "none" || (allowed === "probe" && find === findFolded)) {
        unanswered.add(column.ref);
        continue;
      }
      try {
        matches.push(...(await find(driver, column, text, { milliseconds: left, signal })));
      } catch (error) {
        if (!(error instanceof SqlEngineError)) throw error;
        // A column cannot contain a text that its type does not accept.
        if (error.facts.kind !== "type-mismatch") unanswered.add(column.ref);
      }
    }
    if (matches.length > 0) break;
  }
  return { matches, unanswered: [...unanswered] };
}

type Bounds = { readonly milliseconds: number; readonly signal: AbortSignal };

/** Whether the engine has exactly this value now, with the row count where counting is cheap; undefined where the engine is too slow. */
async function engineCount(
  driver: SqlDriver,
  column: IndexedColumn,
  value: string,
  reach: Reach,
  bounds: Bounds,
): Promise<{ readonly held: boolean; readonly count?: number } | undefined> {
  const condition = equalTo(driver, column, [value]);
  if (condition === undefined) return { held: false };
  const counted = reach === "none" ? "1" : "COUNT(*)";
  const from = `FROM ${qualifiedTable({ driver }, column.table)} WHERE ${condition.sql} LIMIT 1`;
  const found = driver
    .query(`SELECT ${counted} ${from}`, condition.parameters, { maxRows: 1, ...bounds })
    .then(({ rows }) => {
      const count = Number(rows[0]?.[0] ?? 0);
      return reach === "none" ? { held: count > 0 } : { held: count > 0, count };
    });
  return unlessRefused(found, ({ facts }) => (facts.kind === "type-mismatch" ? { held: false } : undefined));
}

async function findEqual(driver: SqlDriver, column: IndexedColumn, text: string, bounds: Bounds) {
  const condition = equalTo(driver, column, [...new Set([text, withoutQuotes(text)])]);
  return condition === undefined
    ? []
    : grouped(driver, column, condition.sql, condition.parameters, "exact", bounds);
}

/** SQL condition for a column that equals one of the texts; undefined for a numeric column if no text is a number. */
function equalTo(driver: SqlDriver, column: IndexedColumn, texts: readonly string[]) {
  const { dialect } = driver;
  const name = dialect.identifier(column.ref.column);
  let wanted: readonly SqlValue[] = texts;
  if (column.numeric) {
    const plain = withoutQuotes(texts[0] ?? "");
    const exact = /^[+-]?\d{16,18}$/u.test(plain) ? BigInt(plain) : numberIn(plain);
    if (exact === undefined) return undefined;
    wanted = [exact];
  }
  const side = column.numeric || column.affinity === "text" ? name : dialect.toText(name);
  const places = wanted.map((_, i) => dialect.placeholder(i + 1)).join(", ");
  return { sql: `${side} IN (${places})`, parameters: wanted };
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
  // Not every type can be grouped, but its text can.
  const cell = column.affinity === "other" ? driver.dialect.toText(name) : name;
  const { rows } = await driver.query(
    `SELECT ${cell}, COUNT(*) FROM ${qualifiedTable({ driver }, column.table)} WHERE ${condition} GROUP BY ${cell}`,
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

interface Verified {
  readonly matches: readonly ValueMatch[];
  /** Columns whose matches the engine could not confirm in time; these matches are dropped. */
  readonly unanswered: readonly ColumnRef[];
}

/** Filters matches from an older index or from statistics to those that the engine has now, with its own counts where these are cheap. */
export async function verifyMatches(
  driver: SqlDriver,
  columns: readonly IndexedColumn[],
  matches: readonly ValueMatch[],
  options: {
    readonly isCurrent: (column: IndexedColumn) => boolean;
    readonly reach: ColumnReach | undefined;
    readonly milliseconds: number;
    readonly signal: AbortSignal;
  },
): Promise<Verified> {
  const { isCurrent, reach, milliseconds, signal } = options;
  const deadline = performance.now() + milliseconds;
  const kept: ValueMatch[] = [];
  const unanswered = new Set<ColumnRef>();
  for (const match of matches) {
    const column = findColumn(columns, match.column);
    if (column === undefined || isCurrent(column)) {
      kept.push(match);
      continue;
    }
    signal.throwIfAborted();
    const left = Math.ceil(deadline - performance.now());
    const allowed = reach?.reach(column) ?? "scan";
    const bounds = { milliseconds: left, signal };
    const found = left <= 0 ? undefined : await engineCount(driver, column, match.value, allowed, bounds);
    if (found === undefined) unanswered.add(column.ref);
    else if (found.held) {
      kept.push(
        found.count === undefined ? { ...match, countIsEstimate: true } : { ...match, count: found.count },
      );
    }
  }
  return { matches: kept, unanswered: [...unanswered] };
}
