import { buildScope, type Surroundings, visibleTables } from "../sql/build-scope.ts";
import { columnsOf, coreContents, type ExpressionPlace, tailExpressions } from "../sql/column-references.ts";
import {
  type CallNode,
  type ClauseText,
  type ColumnNode,
  type ExpressionNode,
  type FromSource,
  nodesIn,
  type QueryTree,
  walkExpression,
} from "../sql/query-tree.ts";
import { readOrderItems } from "../sql/read-items.ts";
import type { Scope, ScopeContext } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { ClauseName } from "./clause.ts";
import type { Place } from "./clause-sql.ts";

/** What tells aggregates from other functions. */
type Functions = Pick<SqlDialect, "functions">;

const COMMON: ReadonlySet<string> = new Set(["count", "sum", "avg", "min", "max"]);
/** Scalar functions in SQLite when they have several arguments. */
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
  /** The query of a subquery that it belongs to; absent for the clause's own expressions. */
  readonly within?: QueryTree;
}

const PLACES: Readonly<Record<ClauseName, ExpressionPlace>> = {
  from: "from",
  where: "where",
  select: "select",
  group_by: "groupBy",
  having: "having",
  order_by: "orderBy",
};

/** Queries in queries in queries: further in, nothing is looked at. */
const DEEPEST = 20;

/** The expressions of one clause of a core, with those of the subqueries inside it, outermost first. */
export function clauseExpressions(
  clause: ClauseName,
  { core, scope }: Place,
  orderBy: ClauseText | undefined,
): readonly ScopedExpression[] {
  const { lexical } = scope.context.dialect;
  const { expressions, sources } = coreContents(core, lexical);
  const place = PLACES[clause];
  const own =
    clause === "order_by"
      ? (orderBy ? readOrderItems(orderBy, lexical) : []).map((item) => item.expression)
      : expressions.filter((each) => each.place === place).map((each) => each.expression);
  const walk = new StatementWalk(scope.context);
  for (const node of own) walk.expression({ node, scope, core, place }, 0);
  if (clause === "from") for (const source of sources) walk.source(source, scope, 0);
  return walk.expressions;
}

/** A column named in the statement, and what its name can refer to there. */
export interface ScopedReference extends Omit<ScopedExpression, "node"> {
  readonly node: ColumnNode;
}

/** All that stands in a statement, CTEs and subqueries included. */
interface StatementContents {
  readonly expressions: readonly ScopedExpression[];
  /** The whole first. */
  readonly queries: readonly QueryTree[];
  readonly references: readonly ScopedReference[];
}

/** Nothing for a statement that could not be read. */
export function statementContents(tree: QueryTree | undefined, context: ScopeContext): StatementContents {
  const walk = new StatementWalk(context);
  if (tree) walk.query(tree, {}, 0);
  const { expressions, queries } = walk;
  const references = expressions.flatMap(({ node: whole, ...place }) =>
    columnsOf(whole).map((node) => ({ ...place, node })),
  );
  return { expressions, queries, references };
}

/** Goes through queries, their CTEs and their subqueries, and keeps every expression with what its names can refer to. */
class StatementWalk {
  readonly expressions: ScopedExpression[] = [];
  readonly queries: QueryTree[] = [];
  readonly #context: ScopeContext;

  constructor(context: ScopeContext) {
    this.#context = context;
  }

  expression(expression: ScopedExpression, depth: number): void {
    this.expressions.push(expression);
    const { scope } = expression;
    for (const query of subqueriesIn(expression.node))
      this.query(query, { ctes: scope.ctes, parent: scope }, depth + 1);
  }

  source({ query, lateral }: FromSource, scope: Scope, depth: number): void {
    const parent = lateral ? scope : scope.parent;
    if (query) this.query(query, { ctes: scope.ctes, ...(parent && { parent }) }, depth + 1);
  }

  query(query: QueryTree, around: Surroundings, depth: number): void {
    if (depth > DEEPEST) return;
    const { lexical } = this.#context.dialect;
    this.queries.push(query);
    const ctes = visibleTables(query, this.#context, around, 0);
    for (const cte of query.ctes) this.query(cte.query, { ctes }, depth + 1);
    for (const core of query.cores) {
      if (core.nested) {
        this.query(core.nested, { ...around, ctes }, depth + 1);
        continue;
      }
      const scope = buildScope(query, core, this.#context, around);
      const { sources, expressions } = coreContents(core, lexical);
      const tail = query.cores.length === 1 ? tailExpressions(query, lexical) : [];
      for (const { expression, place } of [...expressions, ...tail])
        this.expression({ node: expression, scope, core, place, within: query }, depth);
      for (const source of sources) this.source(source, scope, depth);
    }
  }
}

/** True for an expression that keeps or drops rows. */
export function isCondition({ place }: ScopedExpression): boolean {
  return place === "where" || place === "having" || place === "from";
}
