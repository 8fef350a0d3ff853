import { buildScope } from "../sql/build-scope.ts";
import { coreContents, type ExpressionPlace, tailExpressions } from "../sql/column-references.ts";
import {
  type CallNode,
  type ClauseText,
  type ExpressionNode,
  type QueryTree,
  type SelectCore,
  walkExpression,
} from "../sql/query-tree.ts";
import { readOrderItems } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { ClauseName } from "./clause.ts";
import type { ClauseCheck } from "./clause-check.ts";

type Functions = SqlDialect["functions"];

const COMMON: ReadonlySet<string> = new Set(["count", "sum", "avg", "min", "max"]);
/** Scalar functions in SQLite when they have several arguments. */
const SCALAR_WITH_MORE: ReadonlySet<string> = new Set(["min", "max"]);

/** True for a call of an aggregate that is no window function. */
export function isAggregate(call: CallNode, functions: Functions): boolean {
  if (call.over) return false;
  const name = call.name.toLowerCase();
  const known = functions.get(name) === "aggregate" || COMMON.has(name);
  return known && !(SCALAR_WITH_MORE.has(name) && call.arguments.length > 1);
}

/** Calls of aggregates of the expression's own query. */
export function aggregatesIn(node: ExpressionNode, functions: Functions): readonly CallNode[] {
  const found: CallNode[] = [];
  walkExpression(node, (each) => {
    if (each.type !== "call" || !isAggregate(each, functions)) return true;
    found.push(each);
    return false;
  });
  return found;
}

/** The queries in brackets inside the expression, outermost only. */
export function subqueriesIn(node: ExpressionNode): readonly QueryTree[] {
  const found: QueryTree[] = [];
  walkExpression(node, (each) => {
    if (each.type === "subquery") found.push(each.query);
  });
  return found;
}

/** An expression and the names it can use. */
export interface ScopedExpression {
  readonly node: ExpressionNode;
  readonly scope: Scope;
  readonly core?: SelectCore;
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

const DEEPEST = 8;

/** The expressions of one clause of a core, with those of the subqueries inside it, outermost first. */
export function clauseExpressions(
  run: ClauseCheck,
  core: SelectCore,
  clause: ClauseName,
  scope: Scope,
  orderBy?: ClauseText,
): readonly ScopedExpression[] {
  const { lexical } = run.services.driver.dialect;
  const { expressions, sources } = coreContents(core, lexical);
  const own =
    clause === "order_by"
      ? orderBy
        ? readOrderItems(orderBy, lexical).map((item) => item.expression)
        : []
      : expressions.filter((each) => each.place === PLACES[clause]).map((each) => each.expression);
  const derived =
    clause === "from"
      ? sources.flatMap((source) => (source.query ? inQuery(run, source.query, scope.parent, scope, 0) : []))
      : [];
  return [
    ...own.flatMap((node) => withSubqueries(run, { node, scope, core, place: PLACES[clause] }, 0)),
    ...derived,
  ];
}

function withSubqueries(
  run: ClauseCheck,
  expression: ScopedExpression,
  depth: number,
): readonly ScopedExpression[] {
  if (depth > DEEPEST) return [expression];
  const { scope } = expression;
  const inside = subqueriesIn(expression.node).flatMap((query) =>
    inQuery(run, query, scope, scope, depth + 1),
  );
  return [expression, ...inside];
}

/** All expressions of a query inside a clause: of a subquery, also one in FROM. */
function inQuery(
  run: ClauseCheck,
  query: QueryTree,
  parent: Scope | undefined,
  visible: Scope,
  depth: number,
): readonly ScopedExpression[] {
  if (depth > DEEPEST) return [];
  const { lexical } = run.services.driver.dialect;
  const around = { ctes: visible.ctes, ...(parent ? { parent } : {}) };
  const found: ScopedExpression[] = [];
  for (const cte of query.ctes) found.push(...inQuery(run, cte.query, parent, visible, depth + 1));
  for (const core of query.cores) {
    if (core.nested) {
      found.push(...inQuery(run, core.nested, parent, visible, depth + 1));
      continue;
    }
    const scope = buildScope(query, core, visible.context, around);
    const { sources, expressions } = coreContents(core, lexical);
    const tail = query.cores.length === 1 ? tailExpressions(query, lexical) : [];
    for (const { expression, place } of [...expressions, ...tail]) {
      found.push(...withSubqueries(run, { node: expression, scope, core, place, within: query }, depth));
    }
    for (const source of sources) {
      if (source.query) found.push(...inQuery(run, source.query, parent, scope, depth + 1));
    }
  }
  return found;
}

/** True for an expression that keeps or drops rows. */
export function isCondition({ place }: ScopedExpression): boolean {
  return place === "where" || place === "having" || place === "from";
}
