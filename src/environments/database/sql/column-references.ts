import { coreContents, type ExpressionPlace, tailExpressions } from "./core-expressions.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { ColumnNode, ExpressionNode, FromSource, QueryTree, SelectCore } from "./query-tree.ts";
import { walkExpression } from "./walk-expression.ts";

/** A query inside another, and how names in it reach outward. */
export interface QueryLevel {
  readonly tree: QueryTree;
  /** Absent for the ORDER BY and LIMIT of a query with several cores. */
  readonly core?: SelectCore;
  /**
   * `expression`: sees the query around it. `from`: a derived table, which does not see its neighbours. `lateral`: it does.
   * `cte`: sees the CTEs before it. `nested`: a core in brackets of a set operation.
   */
  readonly standsIn: "query" | "expression" | "from" | "lateral" | "cte" | "nested";
}

export interface ColumnReference {
  readonly node: ColumnNode;
  /** Clause of the innermost query in which it stands; absent at the top level of a lone expression. */
  readonly place?: ExpressionPlace;
  /** The queries around it, outermost first; empty at the top level of a lone expression. */
  readonly levels: readonly QueryLevel[];
}

const deepest = 60;

class Collector {
  readonly found: ColumnReference[] = [];
  private readonly lexical: LexicalRules;

  constructor(lexical: LexicalRules) {
    this.lexical = lexical;
  }

  expression(expression: ExpressionNode, levels: readonly QueryLevel[], place?: ExpressionPlace): void {
    walkExpression(expression, (node) => {
      if (node.type === "column") this.found.push({ node, levels, ...(place && { place }) });
      else if (node.type === "subquery") this.query(node.query, levels, "expression");
      // `x IN t` names a table.
      else if (node.type === "in" && node.set.type === "column") {
        this.expression(node.operand, levels, place);
        return false;
      }
      return true;
    });
  }

  query(tree: QueryTree, around: readonly QueryLevel[], standsIn: QueryLevel["standsIn"]): void {
    if (around.length >= deepest) return;
    const [only] = tree.cores;
    const whole: QueryLevel = { tree, standsIn, ...(tree.cores.length === 1 && only && { core: only }) };
    for (const cte of tree.ctes) this.query(cte.query, [...around, { tree, standsIn }], "cte");
    for (const core of tree.cores) {
      const levels = [...around, { tree, core, standsIn }];
      if (core.nested) {
        this.query(core.nested, levels, "nested");
        continue;
      }
      const { sources, expressions } = coreContents(core, this.lexical);
      for (const source of sources) this.source(source, levels);
      for (const { place, expression } of expressions) this.expression(expression, levels, place);
    }
    for (const { place, expression } of tailExpressions(tree, this.lexical))
      this.expression(expression, [...around, whole], place);
  }

  private source(source: FromSource, levels: readonly QueryLevel[]): void {
    if (source.query) this.query(source.query, levels, source.lateral ? "lateral" : "from");
  }
}

/** All columns that a query names, those of its subqueries included, with the queries around each; `levels` begins with the query itself. */
export function queryColumnReferences(tree: QueryTree, lexical: LexicalRules): ColumnReference[] {
  const collector = new Collector(lexical);
  collector.query(tree, [], "query");
  return collector.found;
}

/** Columns of the expression's own level: those of its subqueries are left out. */
export function columnsOf(expression: ExpressionNode): ColumnNode[] {
  const found: ColumnNode[] = [];
  walkExpression(expression, (node) => {
    if (node.type === "column") found.push(node);
  });
  return found;
}
