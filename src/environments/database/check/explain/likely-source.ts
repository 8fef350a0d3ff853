import type { ExpressionNode } from "../../sql/query-tree.ts";
import type { ScopeSource } from "../../sql/scope.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { columnAt } from "../query-scope.ts";
import { areLinked } from "../table-links.ts";
import { visitExpressions } from "./all-expressions.ts";
import { type ScopedReference, scopedReferences } from "./scoped-references.ts";

/**
 * A small number that tells apart sources that have the column alike: above all the one whose column is a key to the other side of the
 * comparison, then one that the statement uses nowhere else; never the other side's own table.
 */
export function likelihood(
  run: InspectionRun,
  { node, scope }: ScopedReference,
  source: ScopeSource,
  column: string,
): number {
  const other = otherSide(run, node);
  const resolved = other?.type === "column" ? columnAt(scope, other) : undefined;
  let sum = 0;
  if (resolved) {
    if (resolved.source === source) sum -= 0.02;
    const { origin } = resolved.column;
    const linked =
      origin &&
      source.table &&
      areLinked(
        run.services,
        { table: origin.table, column: origin.column.name },
        { table: source.table, column },
      );
    if (linked) sum += 0.01;
  }
  if (source.name !== undefined && !isUsed(run, source, node.start)) sum += 0.005;
  return sum;
}

function otherSide(run: InspectionRun, node: { readonly start: number }): ExpressionNode | undefined {
  let found: ExpressionNode | undefined;
  visitExpressions(run, (each) => {
    if (each.type !== "binary") return;
    if (each.left.start === node.start && each.left.type === "column") found = each.right;
    if (each.right.start === node.start && each.right.type === "column") found = each.left;
  });
  return found;
}

function isUsed(run: InspectionRun, source: ScopeSource, except: number): boolean {
  return scopedReferences(run).some(
    ({ node, reference, scope }) =>
      node.start !== except &&
      reference.place !== "from" &&
      columnAt(scope, node)?.source.source.start === source.source.start,
  );
}
