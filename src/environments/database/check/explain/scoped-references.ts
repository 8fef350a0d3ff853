import { buildScope, visibleTables } from "../../sql/build-scope.ts";
import {
  type ColumnReference,
  coreContents,
  type QueryLevel,
  queryColumnReferences,
  tailExpressions,
} from "../../sql/column-references.ts";
import {
  type CallNode,
  type ColumnNode,
  type ExpressionNode,
  type QueryTree,
  type SelectCore,
  walkExpression,
} from "../../sql/query-tree.ts";
import type { Scope, ScopeContext, ScopeSource, VisibleTable } from "../../sql/scope.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { scopeContext } from "../query-scope.ts";

/** Each query in a query is read anew; further in, nothing is told of what stands there. */
const DEEPEST = 60;

/** Visits every expression node of the statement, those of subqueries and CTEs included, as far in as `DEEPEST`. */
export function visitExpressions(run: ClauseCheck, visit: (node: ExpressionNode) => void): void {
  visitStatement(run, { expression: visit });
}

/** Visits every query of the statement, the whole first, as far in as `DEEPEST`. */
export function visitQueries(run: ClauseCheck, visit: (tree: QueryTree) => void): void {
  visitStatement(run, { query: visit });
}

interface Visitor {
  expression?(node: ExpressionNode): void;
  query?(tree: QueryTree): void;
}

function visitStatement(run: ClauseCheck, visitor: Visitor): void {
  const { lexical } = run.services.driver.dialect;
  const { tree: whole } = run.subject;
  let waiting: readonly QueryTree[] = whole ? [whole] : [];
  for (let depth = 0; depth < DEEPEST && waiting.length > 0; depth++) {
    const inside: QueryTree[] = [];
    const seen = (node: ExpressionNode) => {
      visitor.expression?.(node);
      if (node.type === "subquery") inside.push(node.query);
    };
    for (const tree of waiting) {
      visitor.query?.(tree);
      inside.push(...tree.ctes.map((cte) => cte.query));
      for (const core of tree.cores) {
        if (core.nested) inside.push(core.nested);
        const { sources, expressions } = coreContents(core, lexical);
        inside.push(...sources.flatMap((source) => (source.query ? [source.query] : [])));
        for (const { expression } of expressions) walkExpression(expression, seen);
      }
      for (const { expression } of tailExpressions(tree, lexical)) walkExpression(expression, seen);
    }
    waiting = inside;
  }
}

/** Calls of that function, in the clause at hand first. */
export function callsOf(run: ClauseCheck, name: string): readonly CallNode[] {
  const found: CallNode[] = [];
  visitExpressions(run, (node) => {
    if (node.type === "call" && node.name.toLowerCase() === name.toLowerCase()) found.push(node);
  });
  const { span } = run.subject;
  const inside = (node: CallNode) => (span.start <= node.start && node.end <= span.end ? 0 : 1);
  return found.sort((a, b) => inside(a) - inside(b) || a.start - b.start);
}

/** A column named in the statement, and what its name can refer to there. */
export interface ScopedReference {
  readonly node: ColumnNode;
  readonly reference: ColumnReference;
  readonly scope: Scope;
}

/** What stands in a statement does not change while its refusal is explained, and several look at it for each candidate. */
const known = new WeakMap<ClauseCheck, readonly ScopedReference[]>();

/** All columns that the statement names, subqueries included; empty when it could not be read. */
export function scopedReferences(run: ClauseCheck): readonly ScopedReference[] {
  const references = known.get(run) ?? readReferences(run);
  known.set(run, references);
  return references;
}

function readReferences(run: ClauseCheck): readonly ScopedReference[] {
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
export function sourceNamed(scope: Scope, qualifier: string, run: ClauseCheck): ScopeSource | undefined {
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
