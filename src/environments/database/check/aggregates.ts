import type { CallNode, ExpressionNode, QueryTree } from "../sql/query-tree.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { walkExpression } from "../sql/walk-expression.ts";

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
