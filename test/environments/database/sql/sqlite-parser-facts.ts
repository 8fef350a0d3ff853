import { type Expr, parseStmt, traverse } from "sqlite3-parser";
import { FactsCollector, type QueryFacts } from "./query-facts.ts";

function conjuncts(expression: Expr): number {
  if (expression.type === "ParenthesizedExpr" && expression.exprs.length === 1)
    return conjuncts(expression.exprs[0] as Expr);
  if (expression.type === "BinaryExpr" && expression.op === "And")
    return conjuncts(expression.left) + conjuncts(expression.right);
  return 1;
}

/** The facts by the parser made from SQLite's own grammar; undefined when it does not take the query. */
export function sqliteParserFacts(sql: string): QueryFacts | undefined {
  const parsed = parseStmt(sql);
  if (parsed.status !== "ok") return undefined;
  const collector = new FactsCollector();
  const names = new Set<unknown>();
  traverse(parsed.root, {
    nodes: {
      FunctionCallExpr: (node) => void names.add(node.name),
      FunctionCallStarExpr: (node) => void names.add(node.name),
      Id: (node) => {
        if (!names.has(node) && !/^(true|false)$/i.test(node.name)) collector.column(undefined, node.name);
      },
      QualifiedExpr: (node) => {
        const schema = node.schema ? `${node.schema.text}.` : "";
        collector.column(schema + node.table.text, node.column.text);
      },
      SelectFrom: (node) => {
        if (node.whereClause) collector.where(conjuncts(node.whereClause));
        collector.width(node.columns.length);
      },
      TableSelectTable: (node) => collector.source(node.tblName.objName.text, node.alias?.name.text),
      TableCallSelectTable: (node) => collector.source(node.tblName.objName.text, node.alias?.name.text),
      SelectSelectTable: (node) => collector.source(undefined, node.alias?.name.text),
    },
  });
  return collector.facts();
}
