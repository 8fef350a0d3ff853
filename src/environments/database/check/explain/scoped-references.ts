import { buildScope, visibleTables } from "../../sql/build-scope.ts";
import { type ColumnReference, type QueryLevel, queryColumnReferences } from "../../sql/column-references.ts";
import type { ColumnNode } from "../../sql/query-tree.ts";
import type { Scope, ScopeSource, VisibleTable } from "../../sql/scope.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { scopeContext } from "../query-scope.ts";

/** A column named in the statement, and what its name can refer to there. */
export interface ScopedReference {
  readonly node: ColumnNode;
  readonly reference: ColumnReference;
  readonly scope: Scope;
}

/** All columns that the statement names, subqueries included; empty when it could not be read. */
export function scopedReferences(run: InspectionRun): readonly ScopedReference[] {
  const { tree } = run.subject;
  if (!tree) return [];
  const { lexical } = run.services.driver.dialect;
  return queryColumnReferences(tree, lexical).flatMap((reference) => {
    const scope = scopeOfLevels(run, reference.levels);
    return scope ? [{ node: reference.node, reference, scope }] : [];
  });
}

function scopeOfLevels(run: InspectionRun, levels: readonly QueryLevel[]): Scope | undefined {
  const context = scopeContext(run.services);
  let scope: Scope | undefined;
  let ctes: readonly VisibleTable[] = [];
  for (const { tree, core, standsIn } of levels) {
    const parent = standsIn === "expression" || standsIn === "lateral" ? scope : scope?.parent;
    const around = { ctes, ...(parent && standsIn !== "cte" ? { parent } : {}) };
    if (core) {
      scope = buildScope(tree, core, context, around);
      ctes = scope.ctes;
    } else ctes = visibleTables(tree, context, around, 0);
  }
  return scope;
}

/** The table that a qualifier names, from the innermost query outward. */
export function sourceNamed(scope: Scope, qualifier: string, run: InspectionRun): ScopeSource | undefined {
  const { dialect } = run.services.driver;
  for (let level: Scope | undefined = scope; level; level = level.parent) {
    const found = level.sources.find(
      (source) =>
        (source.source.alias ?? source.source.name) !== undefined &&
        dialect.sameIdentifier(source.source.alias ?? source.source.name ?? "", qualifier),
    );
    if (found) return found;
  }
  return undefined;
}
