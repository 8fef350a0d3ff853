import type { Scope } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { ClauseCheck } from "./clause-check.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";

/** Literals asked for in one statement. */
const BATCH = 30;

export interface LiteralPlace {
  readonly comparison: Comparison;
  readonly literal: WrittenLiteral;
}

/** WITH and the CTEs that a scope sees, ready to stand before SELECT. */
export function withOf(run: ClauseCheck, scope: Scope): string {
  if (scope.ctes.length === 0) return "";
  const recursive = run.subject.tree?.recursive ? "RECURSIVE " : "";
  return `WITH ${recursive}${scope.ctes.map((cte) => run.text(cte.cte)).join(", ")} `;
}

/**
 * For each place whether any row of the column's own table satisfies the comparison with that literal; undefined where it was not told: the
 * engine has no answer, the time ran out, or `enough` literals of the same list are missing already.
 */
export async function literalsExist(
  run: ClauseCheck,
  places: readonly LiteralPlace[],
  enough: number,
): Promise<ReadonlyMap<LiteralPlace, boolean | undefined>> {
  const found = new Map<LiteralPlace, boolean | undefined>();
  const open: LiteralPlace[] = [];
  for (const [comparison, own] of byComparison(places)) {
    if (own.length > BATCH && (await allExist(run, comparison, own)))
      for (const place of own) found.set(place, true);
    else open.push(...own);
  }
  const missing = new Map<Comparison, number>();
  let batch: LiteralPlace[] = [];
  const flush = async () => {
    const answers = await askBatch(run, batch);
    for (const [k, place] of batch.entries()) {
      found.set(place, answers[k]);
      if (answers[k] === false) missing.set(place.comparison, (missing.get(place.comparison) ?? 0) + 1);
    }
    batch = [];
  };
  for (const place of open) {
    if ((missing.get(place.comparison) ?? 0) >= enough) continue;
    batch.push(place);
    if (batch.length < BATCH) continue;
    if (run.isOver) return found;
    await flush();
  }
  if (batch.length > 0 && !run.isOver) await flush();
  return found;
}

function byComparison(places: readonly LiteralPlace[]): ReadonlyMap<Comparison, readonly LiteralPlace[]> {
  const groups = new Map<Comparison, LiteralPlace[]>();
  for (const place of places) {
    const group = groups.get(place.comparison);
    if (group) group.push(place);
    else groups.set(place.comparison, [place]);
  }
  return groups;
}

/** Of a long list, whether as many different values are there as it names: one statement instead of one question for each. */
async function allExist(
  run: ClauseCheck,
  comparison: Comparison,
  places: readonly LiteralPlace[],
): Promise<boolean> {
  const { dialect } = run.services.driver;
  const operand = run.text(comparison.operand);
  const list = places.map(({ literal }) => literalSql(run, literal, dialect)).join(", ");
  const [values = 0] =
    (await run.askNumbers(
      `${withOf(run, comparison.scope)}SELECT COUNT(DISTINCT ${operand}) FROM ${run.text(comparison.source.source)} WHERE (${operand}) IN (${list})`,
    )) ?? [];
  return values >= new Set(places.map(({ literal }) => literal.value)).size;
}

async function askBatch(
  run: ClauseCheck,
  places: readonly LiteralPlace[],
): Promise<readonly (boolean | undefined)[]> {
  const [first] = places;
  if (!first) return [];
  const probes = places.map((place) => existsProbe(run, place, run.services.driver.dialect));
  const answers = await run.askNumbers(`${withOf(run, first.comparison.scope)}SELECT ${probes.join(", ")}`);
  if (answers) return answers.map((each) => each > 0);
  if (places.length === 1) return [undefined];
  const single: (boolean | undefined)[] = [];
  for (const place of places) single.push(...(await askBatch(run, [place])));
  return single;
}

function existsProbe(run: ClauseCheck, place: LiteralPlace, dialect: SqlDialect): string {
  const { comparison, literal } = place;
  return `CASE WHEN EXISTS(SELECT 1 FROM ${run.text(comparison.source.source)} WHERE ${conditionWith(run, comparison, literalSql(run, literal, dialect))}) THEN 1 ELSE 0 END`;
}

/** The comparison in its positive form with another constant in place of its own. */
export function conditionWith(run: ClauseCheck, comparison: Comparison, constant: string): string {
  const pattern = comparison.kind === "pattern" || comparison.kind === "no-pattern";
  const operator = pattern ? comparison.operator.replace(/^NOT /u, "") : "=";
  return `(${run.text(comparison.operand)}) ${operator} ${constant}`;
}

/** The constant as written, but a double-quoted text in the quotes of a text. */
export function literalSql(run: ClauseCheck, literal: WrittenLiteral, dialect: SqlDialect): string {
  return literal.doubleQuoted ? dialect.stringLiteral(literal.value) : run.text(literal);
}

/** `1 row`, `20 rows`. */
export function rowCount(rows: number): string {
  return rows === 1 ? "1 row" : `${rows} rows`;
}
