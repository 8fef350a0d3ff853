import { coreContents, tailExpressions } from "../../sql/core-expressions.ts";
import type { CallNode, ExpressionNode, QueryTree } from "../../sql/query-tree.ts";
import { walkExpression } from "../../sql/walk-expression.ts";
import type { InspectionRun } from "../inspection-run.ts";

/** Each query in a query is read anew; further in, nothing is told of what stands there. */
const DEEPEST = 60;

/** Visits every expression node of the statement, those of subqueries and CTEs included, as far in as `DEEPEST`. */
export function visitExpressions(run: InspectionRun, visit: (node: ExpressionNode) => void): void {
  visitStatement(run, { expression: visit });
}

/** Visits every query of the statement, the whole first, as far in as `DEEPEST`. */
export function visitQueries(run: InspectionRun, visit: (tree: QueryTree) => void): void {
  visitStatement(run, { query: visit });
}

interface Visitor {
  expression?(node: ExpressionNode): void;
  query?(tree: QueryTree): void;
}

function visitStatement(run: InspectionRun, visitor: Visitor): void {
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
export function callsOf(run: InspectionRun, name: string): readonly CallNode[] {
  const found: CallNode[] = [];
  visitExpressions(run, (node) => {
    if (node.type === "call" && node.name.toLowerCase() === name.toLowerCase()) found.push(node);
  });
  const { span } = run.subject;
  const inside = (node: CallNode) => (span.start <= node.start && node.end <= span.end ? 0 : 1);
  return found.sort((a, b) => inside(a) - inside(b) || a.start - b.start);
}
