import { foldText } from "../../../../util/fold-text.ts";
import { coreContents } from "../../sql/core-expressions.ts";
import type { ColumnNode, ExpressionNode } from "../../sql/query-tree.ts";
import { walkExpression } from "../../sql/walk-expression.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { columnAt } from "../query-scope.ts";
import { columnRef } from "../value-advice.ts";
import type { Ranked } from "./explanation.ts";
import type { ScopedReference } from "./scoped-references.ts";

/** A word that names no column but is a value of the column that it is compared with, or of any: it lacks its quotes. */
export async function unquotedValue(
  run: InspectionRun,
  reference: ScopedReference,
  text: string,
): Promise<readonly Ranked[]> {
  const { node, scope } = reference;
  if (node.qualifier !== undefined && !node.quotedWith) return [];
  const { dialect } = run.services.driver;
  const other = comparedColumn(run, reference);
  const base = other && columnAt(scope, other)?.column.origin;
  const signal = run.context.signal;
  const found = await run.services.index.findExact(node.name, {
    limit: 5,
    signal,
    ...(base ? { column: columnRef(base) } : {}),
  });
  const [match] = found.matches.filter((each) => foldText(each.value) === foldText(node.name));
  if (match) {
    return [
      {
        text: dialect.stringLiteral(match.value),
        replaces: text,
        reason: `value of ${match.column.table}.${match.column.column}`,
        score: base ? 0.985 : 0.75,
      },
    ];
  }
  // Compared with a column, and a word that no table knows: most likely a value all the same.
  return other
    ? [{ text: dialect.stringLiteral(node.name), replaces: text, reason: "a text needs quotes", score: 0.6 }]
    : [];
}

function comparedColumn(run: InspectionRun, { node, reference }: ScopedReference): ColumnNode | undefined {
  const core = reference.levels.at(-1)?.core;
  if (!core) return undefined;
  let found: ColumnNode | undefined;
  const visit = (each: ExpressionNode) => {
    const sides =
      each.type === "binary"
        ? [each.left, each.right]
        : each.type === "in" && each.set.type === "list"
          ? [each.operand, ...each.set.items]
          : [];
    if (!sides.some((side) => side.start === node.start)) return;
    found ??= sides.find((side): side is ColumnNode => side.type === "column" && side.start !== node.start);
  };
  for (const { expression } of coreContents(core, run.services.driver.dialect.lexical).expressions) {
    walkExpression(expression, visit);
  }
  return found;
}
