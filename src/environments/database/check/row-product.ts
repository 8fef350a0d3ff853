import { conjunctsOf } from "../sql/conjuncts.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { unconnectedSources } from "./join-links.ts";
import { withOf } from "./literal-existence.ts";

/** Rows that are counted through although nothing ties the tables together. */
const MOST_COUNTED = 2_000_000;

/** The number of rows of each source; undefined for those that depend on others. */
export async function sourceRows(
  run: InspectionRun,
  scope: Scope,
): Promise<ReadonlyMap<ScopeSource, number | undefined>> {
  const plain = scope.sources.filter((each) => !each.source.lateral);
  if (plain.length === 0) return new Map();
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT ${plain.map((each) => `(SELECT COUNT(*) FROM ${run.text(each.source)})`).join(", ")}`,
  );
  return new Map(plain.map((each, i) => [each, counts?.[i]]));
}

/** True where tables that nothing ties together make more rows than are worth counting; that they do so is told anyway. */
export async function isTooMany(run: InspectionRun, core: SelectCore, scope: Scope): Promise<boolean> {
  const { lexical } = run.services.driver.dialect;
  const conditions = core.where ? conjunctsOf(readExpression(core.where, lexical)) : [];
  if (scope.sources.length < 2 || unconnectedSources(scope, conditions).length === 0) return false;
  const rows = await sourceRows(run, scope);
  return scope.sources.reduce((all, each) => all * (rows.get(each) ?? 1), 1) > MOST_COUNTED;
}
