import { columnsOf, coreContents, type ExpressionPlace, tailExpressions } from "../sql/column-references.ts";
import {
  type CallNode,
  type ColumnNode,
  type ExpressionNode,
  nodesIn,
  type QueryTree,
  type SelectCore,
  walkExpression,
} from "../sql/query-tree.ts";
import { buildScope, type Scope, type ScopeContext, type Surroundings, visibleTables } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Place } from "./clause-sql.ts";

/** The function table, which tells aggregates from other functions. */
type Functions = Pick<SqlDialect, "functions">;

const COMMON: ReadonlySet<string> = new Set(["count", "sum", "avg", "min", "max"]);
/** Aggregates that are scalar functions in SQLite when they have several arguments. */
const SCALAR_WITH_MORE: ReadonlySet<string> = new Set(["min", "max"]);

/** True for a call of an aggregate that is no window function. */
export function isAggregate(call: CallNode, { functions }: Functions): boolean {
  if (call.over) return false;
  const name = call.name.toLowerCase();
  const known = functions.get(name) === "aggregate" || COMMON.has(name);
  return known && !(SCALAR_WITH_MORE.has(name) && call.arguments.length > 1);
}

/** Calls of aggregates of the expression's own query. */
export function aggregatesIn(node: ExpressionNode, dialect: Functions): readonly CallNode[] {
  const found: CallNode[] = [];
  walkExpression(node, (each) => {
    if (each.type !== "call" || !isAggregate(each, dialect)) return true;
    found.push(each);
    return false;
  });
  return found;
}

/** The queries in brackets inside the expression, outermost only. */
export function subqueriesIn(node: ExpressionNode): readonly QueryTree[] {
  return nodesIn(node).flatMap((each) => (each.type === "subquery" ? [each.query] : []));
}

/** An expression and the names it can use. */
export interface ScopedExpression extends Place {
  readonly node: ExpressionNode;
  readonly place: ExpressionPlace;
  /** The query that the expression belongs to. */
  readonly within: QueryTree;
}

/** Deepest nesting of queries; expressions further in are ignored. */
const DEEPEST = 20;

/** A column name in the statement, and the scope that resolves it. */
export interface ScopedReference extends Omit<ScopedExpression, "node"> {
  readonly node: ColumnNode;
}

/** The expressions, queries and column names of a statement, CTEs and subqueries included. */
export interface StatementContents {
  /** Expressions before those of the subqueries inside them. */
  readonly expressions: readonly ScopedExpression[];
  /** The whole statement's query comes first. */
  readonly queries: readonly QueryTree[];
  readonly references: readonly ScopedReference[];
  /** The scope of every SELECT. */
  readonly scopes: ReadonlyMap<SelectCore, Scope>;
}

/** Empty for a statement that could not be parsed. */
export function statementContents(tree: QueryTree | undefined, context: ScopeContext): StatementContents {
  const { lexical } = context.dialect;
  const expressions: ScopedExpression[] = [];
  const queries: QueryTree[] = [];
  const scopes = new Map<SelectCore, Scope>();
  if (tree) readContents(tree, {}, 0);
  const references = expressions.flatMap(({ node: whole, ...place }) =>
    columnsOf(whole).map((node) => ({ ...place, node })),
  );
  return { expressions, queries, references, scopes };

  function readContents(query: QueryTree, around: Surroundings, depth: number): void {
    if (depth > DEEPEST) return;
    queries.push(query);
    const ctes = visibleTables(query, context, around, 0);
    const outer = ctes.length - query.ctes.length;
    for (const [i, cte] of query.ctes.entries()) {
      // A CTE sees those before it, and itself where it is recursive.
      const seen = ctes.slice(0, outer + i + (query.recursive ? 1 : 0));
      readContents(cte.query, { ctes: seen }, depth + 1);
    }
    for (const core of query.cores) {
      if (core.nested) readContents(core.nested, { ...around, ctes }, depth + 1);
      else readCore(query, core, around, depth);
    }
  }

  function readCore(query: QueryTree, core: SelectCore, around: Surroundings, depth: number): void {
    const scope = buildScope(query, core, context, around);
    scopes.set(core, scope);
    const own = coreContents(core, lexical);
    const tail = query.cores.length === 1 ? tailExpressions(query, lexical) : [];
    for (const { expression: node, place } of [...own.expressions, ...tail]) {
      expressions.push({ node, scope, core, place, within: query });
      for (const inner of subqueriesIn(node))
        readContents(inner, { ctes: scope.ctes, parent: scope }, depth + 1);
    }
    for (const { query: inner, lateral } of own.sources) {
      const parent = lateral ? scope : scope.parent;
      if (inner) readContents(inner, { ctes: scope.ctes, ...(parent && { parent }) }, depth + 1);
    }
  }
}

/** True for an expression that keeps or drops rows. */
export function isCondition({ place }: ScopedExpression): boolean {
  return place === "where" || place === "having" || place === "from";
}
