import type { Scope } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Comparison } from "./comparisons.ts";
import type { InspectionRun } from "./inspection-run.ts";
import type { WrittenLiteral } from "./literal-text.ts";

/** Literals asked for in one statement. */
const BATCH = 30;

export interface LiteralPlace {
  readonly comparison: Comparison;
  readonly literal: WrittenLiteral;
}

/** WITH and the CTEs that a scope sees, ready to stand before SELECT. */
export function withOf(run: InspectionRun, scope: Scope): string {
  if (scope.ctes.length === 0) return "";
  const recursive = run.subject.tree?.recursive ? "RECURSIVE " : "";
  return `WITH ${recursive}${scope.ctes.map((cte) => run.text(cte.cte)).join(", ")} `;
}

/** For each place whether any row of the column's own table satisfies the comparison with that literal; undefined where it was not told. */
export async function literalsExist(
  run: InspectionRun,
  places: readonly LiteralPlace[],
): Promise<readonly (boolean | undefined)[]> {
  const found: (boolean | undefined)[] = [];
  for (let i = 0; i < places.length; i += BATCH)
    found.push(...(await askBatch(run, places.slice(i, i + BATCH))));
  return found;
}

async function askBatch(
  run: InspectionRun,
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

function existsProbe(run: InspectionRun, place: LiteralPlace, dialect: SqlDialect): string {
  const { comparison, literal } = place;
  return `CASE WHEN EXISTS(SELECT 1 FROM ${run.text(comparison.source.source)} WHERE ${conditionWith(run, comparison, literalSql(run, literal, dialect))}) THEN 1 ELSE 0 END`;
}

/** The comparison in its positive form with another constant in place of its own. */
export function conditionWith(run: InspectionRun, comparison: Comparison, constant: string): string {
  const pattern = comparison.kind === "pattern" || comparison.kind === "no-pattern";
  const operator = pattern ? comparison.operator.replace(/^NOT /u, "") : "=";
  return `(${run.text(comparison.operand)}) ${operator} ${constant}`;
}

/** The constant as written, but a double-quoted text in the quotes of a text. */
export function literalSql(run: InspectionRun, literal: WrittenLiteral, dialect: SqlDialect): string {
  return literal.doubleQuoted ? dialect.stringLiteral(literal.value) : run.text(literal);
}
