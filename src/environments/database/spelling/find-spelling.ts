import type { SqlValue } from "../driver/sql-value.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { bestWays, spellingFacts } from "./best-way.ts";
import { type SpellingFacts, type SpellingWay, spelledSql, wayWords } from "./spelling-way.ts";

/** A column of texts: as SQL in a query over its own table, and as it is written in a condition. */
export interface SpelledColumn {
  readonly table: string;
  readonly column: string;
  readonly written: string;
}

export interface FoundSpelling {
  /** `LOWER(crm.Name) = LOWER(REPLACE(shop.customer, 'ü', 'ue'))` */
  readonly condition: string;
  /** What it does besides leaving case and space aside, in words. */
  readonly words: readonly string[];
  /** True where it leaves case, or space at the ends, aside. */
  readonly folds: boolean;
  /** Different texts of one side that were compared, and how many of them the other side has. */
  readonly compared: number;
  readonly common: number;
  /** The side that `compared` counts, as it is written in a condition. */
  readonly of: string;
}

/** Rows of one question to the engine; undefined where it refuses, or has no time for it. */
export type Ask = (sql: string, maxRows: number) => Promise<readonly (readonly SqlValue[])[] | undefined>;

/** Different texts of a column that are looked at. */
const SAMPLE = 2000;
/** The engine's count may be so much lower than that of the samples before another way is tried. */
const NEAR = 0.05;

/** The condition under which most texts of two columns meet, as the engine itself counts it; undefined where none does. */
export async function findSpelling(
  left: SpelledColumn,
  right: SpelledColumn,
  dialect: SqlDialect,
  ask: Ask,
): Promise<FoundSpelling | undefined> {
  const [a, b] = [await textsOf(left, ask), await textsOf(right, ask)];
  if (a.length === 0 || b.length === 0) return undefined;
  const [x, y] = [
    { ...left, facts: spellingFacts(a) },
    { ...right, facts: spellingFacts(b) },
  ];
  const sides: Sides = b.length < a.length ? [y, x] : [x, y];
  let best: FoundSpelling | undefined;
  for (const { way, share } of bestWays(a, b)) {
    const counted = await countOf(sides, way, dialect, ask);
    if (!counted) return best;
    const found = { ...described([x, y], way, dialect), ...counted, of: sides[0].written };
    if (found.common > (best?.common ?? 0)) best = found;
    if (counted.common >= (share - NEAR) * counted.compared) break;
  }
  return best;
}

type Sides = readonly [Side, Side];
type Side = SpelledColumn & { readonly facts: SpellingFacts };

async function textsOf({ table, column }: SpelledColumn, ask: Ask): Promise<readonly string[]> {
  const rows = await ask(
    `SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SAMPLE}`,
    SAMPLE,
  );
  return (rows ?? []).flatMap(([value]) => (typeof value === "string" ? [value] : []));
}

async function countOf([few, many]: Sides, way: SpellingWay, dialect: SqlDialect, ask: Ask) {
  const [l, r] = [few, many].map(({ column, facts }) => spelledSql(column, way, facts, dialect));
  const sample = `SELECT DISTINCT ${l} AS v FROM ${few.table} WHERE ${few.column} IS NOT NULL LIMIT ${SAMPLE}`;
  const others = `SELECT ${r} FROM ${many.table} WHERE ${many.column} IS NOT NULL`;
  const rows = await ask(
    `SELECT COUNT(*), SUM(CASE WHEN v IN (${others}) THEN 1 ELSE 0 END) FROM (${sample}) AS s`,
    1,
  );
  const [compared, common] = rows?.[0] ?? [];
  return compared === undefined ? undefined : { compared: Number(compared), common: Number(common ?? 0) };
}

function described(sides: readonly Side[], way: SpellingWay, dialect: SqlDialect) {
  const written = sides.map(({ written: text, facts }) => spelledSql(text, way, facts, dialect));
  return {
    condition: written.join(" = "),
    words: wayWords(
      way,
      sides.map(({ facts }) => facts),
    ),
    folds: sides.some(({ facts }) => facts.hasCase || facts.hasSpace),
  };
}
