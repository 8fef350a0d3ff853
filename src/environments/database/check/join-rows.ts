import { linksBetween } from "../schema/table-links.ts";
import { columnsOf } from "../sql/column-references.ts";
import { conjunctsOf, type ExpressionNode, type SelectCore, type Span } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { keyPairs } from "./join-links.ts";
import { rowCount, withOf } from "./literal-existence.ts";
import { columnAt } from "./query-scope.ts";

/** Rows of a table beyond which its keys are not looked up one by one. */
const MOST_ROWS = 500_000;

/** One side of an inner join by one equality, and what the join makes of its rows. */
interface JoinedSide {
  readonly source: ScopeSource;
  readonly column: string;
  readonly other: ScopeSource;
  /** Rows whose key is NULL, and rows with a key that no row of the other side has. */
  readonly empty: number;
  readonly alone: number;
  /** Rows of the other side that one row of this side meets at most. */
  readonly meets: number;
}

export interface JoinCounts {
  readonly rowsOf: ReadonlyMap<ScopeSource, number | undefined>;
  readonly joined: number;
}

/** Tells, where the numbers of rows show it, which rows the joins leave out and why, or that they count pairs. At most one note. */
export async function tellJoinRows(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  { rowsOf, joined }: JoinCounts,
): Promise<void> {
  const span = core.from ?? core;
  const known = [...rowsOf.values()].flatMap((rows) => (rows === undefined ? [] : [rows]));
  const most = Math.max(...known);
  const [first] = scope.sources;
  if (!first || (joined >= (rowsOf.get(first) ?? 0) && joined === most)) return;
  const sides = most > MOST_ROWS ? [] : await joinedSides(run, scope);
  if (joined > most) {
    tellPairs(run, span, sides, { joined, most });
    return;
  }
  // Values that were handed over choose rows: which rows they leave out is no news, which of them choose none is.
  const leftOut = sides.filter((side) => side.empty + side.alone > 0 && !isHandedOver(side.other));
  const ofFirst =
    joined < (rowsOf.get(first) ?? 0)
      ? (leftOut.find((side) => side.source === first) ??
        leavingFrom(sides, first).find((side) => leftOut.includes(side)))
      : undefined;
  const side =
    leftOut.find(({ source }) => isHandedOver(source)) ??
    ofFirst ??
    leftOut.find(
      (each) => rowsOf.get(each.source) === most && joined < most && each.meets <= 1 && !isKeySide(run, each),
    );
  if (!side) return;
  if (side.meets > 1) {
    const message = `${pairsOf(side)}: count(*) counts pairs; ${lostRows(side)}.`;
    run.note("join-multiplies", span, message);
    return;
  }
  const others = leavingFrom(sides, side.source).filter((each) => each !== side && leftOut.includes(each));
  if (others.length > 0) {
    const lost = [side, ...others].map(lostRows).join("; ");
    run.note("join-drops", span, `${lost}: the joins leave them out; LEFT JOIN in each place keeps them.`);
    return;
  }
  const places = scope.sources;
  const keeping =
    places.indexOf(side.source) < places.indexOf(side.other)
      ? "LEFT JOIN"
      : `${side.source.name} LEFT JOIN ${side.other.name}`;
  run.note("join-drops", span, `${lostRows(side)}, and the join leaves them out; ${keeping} keeps them.`);
}

/** The sides of all joins that a row of the source goes through, as far as it meets at most one row: what such a join loses, the source loses. */
function leavingFrom(sides: readonly JoinedSide[], source: ScopeSource): readonly JoinedSide[] {
  const reached = new Set([source]);
  const found: JoinedSide[] = [];
  for (const from of reached) {
    for (const side of sides) {
      if (side.source !== from || side.meets > 1 || reached.has(side.other)) continue;
      found.push(side);
      reached.add(side.other);
    }
  }
  return found;
}

function tellPairs(
  run: ClauseCheck,
  span: Span,
  sides: readonly JoinedSide[],
  { joined, most }: { readonly joined: number; readonly most: number },
): void {
  const many = sides.filter((side) => side.meets > 1);
  const fanned = many.filter((side) => many.some((other) => other !== side && other.source === side.source));
  const told = fanned.length > 1 ? fanned.filter((side) => side.source === fanned[0]?.source) : many;
  const [side, next] = told;
  const counts = `the join has ${rowCount(joined)}, more than any of its tables (${most})`;
  const message = !side
    ? `Rows meet several rows of the other side: ${counts}; count(*) counts pairs.`
    : `${pairsOf(side)}${next && fanned.length > 1 ? ` and up to ${next.meets} of ${title(next.other)}` : ""}: ${counts}; count(*) counts pairs.`;
  run.note("join-multiplies", span, message);
}

function isHandedOver({ table }: ScopeSource): boolean {
  return table?.kind === "values";
}

function pairsOf({ source, other, meets }: JoinedSide): string {
  return `Each row of ${title(source)} meets up to ${meets} rows of ${title(other)}`;
}

/** True for the side that the other refers to: that some of its rows are not referred to is no surprise. */
function isKeySide(run: ClauseCheck, { source, other }: JoinedSide): boolean {
  const [own, referring] = [source.table, other.table];
  if (!own || !referring) return false;
  return linksBetween(run.services, own, referring).some((link) => link.from === referring);
}

function lostRows({ source, other, column, empty, alone }: JoinedSide): string {
  const have = (count: number, of: string) => `${count} ${count === 1 ? `row${of} has` : `rows${of} have`}`;
  const of = ` of ${title(source)}`;
  const parts: string[] = [];
  if (empty > 0) parts.push(`${have(empty, of)} no ${column}`);
  if (alone > 0) parts.push(`${have(alone, empty > 0 ? "" : of)} no partner in ${title(other)}`);
  return parts.join(", ");
}

function title({ source, name }: ScopeSource): string {
  return source.name === undefined || source.name === name
    ? (name ?? "the subquery")
    : `${source.name} (${name})`;
}

/** What of a source an equality compares. */
interface Compared {
  readonly source: ScopeSource;
  /** What a row without it is said to have none of. */
  readonly column: string;
  readonly key: string;
}

/** Both sides of each inner join whose condition is one equality: of columns, or of what is made of one source each (`LOWER(a.x) = b.y`). */
async function joinedSides(run: ClauseCheck, scope: Scope): Promise<readonly JoinedSide[]> {
  const found: JoinedSide[] = [];
  for (const { source } of scope.sources) {
    const { join } = source;
    if (join?.kind !== "inner" || !join.on || conjunctsOf(join.on).length > 1) continue;
    const sides = comparedSides(run, join.on, scope);
    if (sides) found.push(...(await sidesOf(run, scope, sides)));
  }
  return found;
}

function comparedSides(
  run: ClauseCheck,
  on: ExpressionNode,
  scope: Scope,
): readonly [Compared, Compared] | undefined {
  const [pair] = keyPairs(on, scope);
  if (pair)
    return [
      { source: pair.left.source, column: pair.left.column.name, key: run.text(pair.leftSpan) },
      { source: pair.right.source, column: pair.right.column.name, key: run.text(pair.rightSpan) },
    ];
  if (on.type !== "binary" || (on.operator !== "=" && on.operator !== "==")) return undefined;
  const [left, right] = [comparedIn(run, on.left, scope), comparedIn(run, on.right, scope)];
  return left && right && left.source !== right.source ? [left, right] : undefined;
}

/** An expression that can be computed from the rows of one source alone. */
function comparedIn(run: ClauseCheck, node: ExpressionNode, scope: Scope): Compared | undefined {
  const key = run.text(node);
  const columns = columnsOf(node);
  const sources = new Set(
    columns.map((each) => columnAt(scope, each)).map((at) => (at?.outer ? undefined : at?.source)),
  );
  const [source] = sources;
  if (!source || sources.size > 1 || /\bselect\b/iu.test(key)) return undefined;
  return { source, column: key, key };
}

async function sidesOf(
  run: ClauseCheck,
  scope: Scope,
  [left, right]: readonly [Compared, Compared],
): Promise<readonly JoinedSide[]> {
  const measures = (a: Compared, b: Compared) => {
    const from = (side: Compared) => run.text(side.source.source);
    return [
      `(SELECT COUNT(*) FROM ${from(a)} WHERE ${a.key} IS NULL)`,
      `(SELECT COUNT(*) FROM ${from(a)} WHERE ${a.key} NOT IN (SELECT ${b.key} FROM ${from(b)} WHERE ${b.key} IS NOT NULL))`,
      `(SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM ${from(b)} WHERE ${b.key} IN (SELECT ${a.key} FROM ${from(a)}) GROUP BY ${b.key}) AS counted)`,
    ];
  };
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT ${[...measures(left, right), ...measures(right, left)].join(", ")}`,
  );
  if (!counts) return [];
  return [left, right].map(({ source, column }, i) => {
    const [empty = 0, alone = 0, meets = 0] = counts.slice(3 * i);
    return { source, column, other: (i === 0 ? right : left).source, empty, alone, meets };
  });
}
