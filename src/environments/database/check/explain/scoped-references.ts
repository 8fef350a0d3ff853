import { buildScope, visibleTables } from "../../sql/build-scope.ts";
import { type ColumnReference, type QueryLevel, queryColumnReferences } from "../../sql/column-references.ts";
import type { ColumnNode, QueryTree, SelectCore } from "../../sql/query-tree.ts";
import type { Scope, ScopeContext, ScopeSource, VisibleTable } from "../../sql/scope.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { scopeContext } from "../query-scope.ts";

/** A column named in the statement, and what its name can refer to there. */
export interface ScopedReference {
  readonly node: ColumnNode;
  readonly reference: ColumnReference;
  readonly scope: Scope;
}

/** What stands in a statement does not change while its refusal is explained, and several look at it for each candidate. */
const known = new WeakMap<InspectionRun, readonly ScopedReference[]>();

/** All columns that the statement names, subqueries included; empty when it could not be read. */
export function scopedReferences(run: InspectionRun): readonly ScopedReference[] {
  const references = known.get(run) ?? readReferences(run);
  known.set(run, references);
  return references;
}

function readReferences(run: InspectionRun): readonly ScopedReference[] {
  const { tree } = run.subject;
  if (!tree) return [];
  const { lexical } = run.services.driver.dialect;
  const context = scopeContext(run.services);
  const reached: Reached = new Map();
  return queryColumnReferences(tree, lexical).flatMap((reference) => {
    const { scope } = withinLevels(reference.levels, context, reached);
    return scope ? [{ node: reference.node, reference, scope }] : [];
  });
}

interface Within {
  readonly scope?: Scope;
  readonly ctes: readonly VisibleTable[];
}

/** By the core, or the query where it is seen as a whole: each stands in one place, so all columns of it share what is around them. */
type Reached = Map<SelectCore | QueryTree, Within>;

function withinLevels(levels: readonly QueryLevel[], context: ScopeContext, reached: Reached): Within {
  let within: Within = { ctes: [] };
  for (const level of levels) {
    const place = level.core ?? level.tree;
    const inside = reached.get(place) ?? enter(level, within, context);
    reached.set(place, inside);
    within = inside;
  }
  return within;
}

function enter({ tree, core, standsIn }: QueryLevel, { scope, ctes }: Within, context: ScopeContext): Within {
  const parent = standsIn === "expression" || standsIn === "lateral" ? scope : scope?.parent;
  const around = { ctes, ...(parent && standsIn !== "cte" ? { parent } : {}) };
  if (!core) return { ...(scope && { scope }), ctes: visibleTables(tree, context, around, 0) };
  const own = buildScope(tree, core, context, around);
  return { scope: own, ctes: own.ctes };
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
