import {
  coreContents,
  queryColumnReferences,
  tailExpressions,
} from "../../../../src/environments/database/sql/column-references.ts";
import type { LexicalRules } from "../../../../src/environments/database/sql/lexical-rules.ts";
import {
  conjunctsOf,
  type ExpressionNode,
  type QueryTree,
  walkExpression,
} from "../../../../src/environments/database/sql/query-tree.ts";

import { readExpression } from "../../../../src/environments/database/sql/read-expression.ts";
import { readSelectList } from "../../../../src/environments/database/sql/read-items.ts";
import { readQuery } from "../../../../src/environments/database/sql/read-query.ts";

import { FactsCollector, type QueryFacts } from "./query-facts.ts";

/** The facts by our reader; undefined when it does not read the query. */
export function readerFacts(sql: string, lexical: LexicalRules): QueryFacts | undefined {
  const tree = readQuery(sql, lexical);
  if (!tree) return undefined;
  const collector = new FactsCollector();
  for (const { node } of queryColumnReferences(tree, lexical)) collector.column(node.qualifier, node.name);
  collect(tree, lexical, collector);
  return collector.facts();
}

function collect(tree: QueryTree, lexical: LexicalRules, into: FactsCollector): void {
  for (const cte of tree.ctes) collect(cte.query, lexical, into);
  for (const core of tree.cores) {
    if (core.nested) collect(core.nested, lexical, into);
    if (core.where) into.where(conjunctsOf(readExpression(core.where, lexical)).length);
    if (core.select) into.width(readSelectList(core.select, lexical).items.length);
    const { sources, expressions } = coreContents(core, lexical);
    for (const source of sources) {
      into.source(source.name, source.alias);
      if (source.query) collect(source.query, lexical, into);
    }
    for (const { expression } of expressions) collectInside(expression, lexical, into);
  }
  for (const { expression } of tailExpressions(tree, lexical)) collectInside(expression, lexical, into);
}

function collectInside(expression: ExpressionNode, lexical: LexicalRules, into: FactsCollector): void {
  walkExpression(expression, (node) => {
    if (node.type === "subquery") collect(node.query, lexical, into);
  });
}

/** The stretches of a query that the reader did not understand. Names of collations are none of them. */
export function opaqueTexts(sql: string, lexical: LexicalRules): string[] {
  const tree = readQuery(sql, lexical);
  if (!tree) return [sql];
  const found: string[] = [];
  const inside = (expression: ExpressionNode) =>
    walkExpression(expression, (node) => {
      if (node.type === "binary" && node.operator === "COLLATE") inside(node.left);
      else if (node.type === "opaque") found.push(sql.slice(node.start, node.end));
      else if (node.type === "subquery") query(node.query);
      return !(node.type === "binary" && node.operator === "COLLATE");
    });
  const query = (each: QueryTree): void => {
    for (const cte of each.ctes) query(cte.query);
    for (const core of each.cores) {
      if (core.nested) query(core.nested);
      const { sources, expressions } = coreContents(core, lexical);
      for (const source of sources) if (source.query) query(source.query);
      for (const { expression } of expressions) inside(expression);
    }
    for (const { expression } of tailExpressions(each, lexical)) inside(expression);
  };
  query(tree);
  return found;
}
