import {
  type CallNode,
  type ColumnNode,
  type ExpressionNode,
  type QueryTree,
  walkExpression,
} from "../../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../../sql/scope.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { type ScopedExpression, statementContents } from "../clause-expressions.ts";
import { scopeContext } from "../query-scope.ts";

/** A column named in the statement, and what its name can refer to there. */
export interface ScopedReference extends Omit<ScopedExpression, "node"> {
  readonly node: ColumnNode;
}

interface Contents extends Partial<ReturnType<typeof statementContents>> {
  readonly references: readonly ScopedReference[];
}

/** What stands in a statement does not change while its refusal is explained, and several look at it for each candidate. */
const known = new WeakMap<ClauseCheck, Contents>();

function contentsOf(check: ClauseCheck): Contents {
  const { tree } = check.clause;
  const { expressions = [], queries = [] } = tree
    ? statementContents(tree, scopeContext(check.services))
    : {};
  const references: ScopedReference[] = [];
  for (const { node: whole, ...place } of expressions) {
    walkExpression(whole, (node) => {
      if (node.type === "column") references.push({ ...place, node });
    });
  }
  const made = { expressions, queries, references };
  known.set(check, made);
  return made;
}

/** All columns that the statement names, subqueries included; empty when it could not be read. */
export function scopedReferences(check: ClauseCheck): readonly ScopedReference[] {
  return (known.get(check) ?? contentsOf(check)).references;
}

/** Visits every expression node of the statement, those of subqueries and CTEs included. */
export function visitExpressions(check: ClauseCheck, visit: (node: ExpressionNode) => void): void {
  const { expressions = [] } = known.get(check) ?? contentsOf(check);
  for (const { node } of expressions) walkExpression(node, (each) => void visit(each));
}

/** Visits every query of the statement, the whole first. */
export function visitQueries(check: ClauseCheck, visit: (tree: QueryTree) => void): void {
  const { queries = [] } = known.get(check) ?? contentsOf(check);
  for (const query of queries) visit(query);
}

/** Calls of that function, in the clause at hand first. */
export function callsOf(check: ClauseCheck, name: string): readonly CallNode[] {
  const found: CallNode[] = [];
  visitExpressions(check, (node) => {
    if (node.type === "call" && node.name.toLowerCase() === name.toLowerCase()) found.push(node);
  });
  const { span } = check.clause;
  const inside = (node: CallNode) => (span.start <= node.start && node.end <= span.end ? 0 : 1);
  return found.sort((a, b) => inside(a) - inside(b) || a.start - b.start);
}

/** The table that a qualifier names, from the innermost query outward. */
export function sourceNamed(scope: Scope, qualifier: string, check: ClauseCheck): ScopeSource | undefined {
  const { dialect } = check.services.driver;
  for (let level: Scope | undefined = scope; level; level = level.parent) {
    const found = level.sources.find(
      (source) =>
        (source.source.alias ?? source.source.name) !== undefined &&
        dialect.sameIdentifier(source.source.alias ?? source.source.name ?? "", qualifier),
    );
    if (found) return found;
  }
  return undefined;
}
