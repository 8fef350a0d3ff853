import type { Marked } from "../../../environment/egress/marks.ts";
import { columnsOf } from "../sql/column-references.ts";
import { type BinaryNode, type ExpressionNode, type Span, walkExpression } from "../sql/query-tree.ts";
import { resolveColumn, type Scope, type ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { isAggregate, type ScopedExpression } from "./clause-expressions.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

type ComparisonKind = "equal" | "unequal" | "order" | "pattern" | "no-pattern";

/** A column, or an expression over one source's columns, compared with constants. */
export interface Comparison {
  readonly span: Span;
  readonly kind: ComparisonKind;
  /** True for LIKE and its kin, negated or not. */
  readonly isPattern: boolean;
  /** `=`, `<`, `LIKE` … as seen from the expression's side; `IN` is `=`. */
  readonly operator: string;
  /** ESCAPE with its character, behind a pattern. */
  readonly escapedBy?: ExpressionNode;
  readonly operand: ExpressionNode;
  readonly literals: readonly WrittenLiteral[];
  readonly scope: Scope;
  /** The one source whose columns the operand uses. */
  readonly source: ScopeSource;
  /** Set when the operand is a plain column of the database. */
  readonly base?: BaseColumn;
  /** The operand for people: `product.price`, or its text. */
  readonly title: Marked;
  /** The base columns inside the operand. */
  readonly bases: readonly BaseColumn[];
}

const FLIPPED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };
const EQUAL = new Set(["=", "==", "IS", "<=>", "IS NOT DISTINCT FROM"]);
const UNEQUAL = new Set(["<>", "!=", "IS NOT", "IS DISTINCT FROM"]);
const PATTERN = new Set(["LIKE", "ILIKE", "GLOB", "REGEXP", "~", "~*", "SIMILAR TO"]);

/** All comparisons with constants inside an expression, wherever they stand: below AND, OR, NOT, in CASE, in aggregates. */
export function comparisonsIn(check: ClauseCheck, expression: ScopedExpression): readonly Comparison[] {
  const found: Comparison[] = [];
  const { scope } = expression;
  const add = (
    node: ExpressionNode,
    kind: ComparisonKind,
    operator: string,
    operand: ExpressionNode,
    others: readonly ExpressionNode[],
    escapedBy?: ExpressionNode,
  ) => {
    const literals = others.map((other) => literalOf(scope, other)).filter((each) => each !== undefined);
    if (literals.length === 0 || literalOf(scope, operand)) return;
    const made = comparison(check, scope, operand);
    if (made)
      found.push({
        ...made,
        title: made.base ? columnTitle(made.base) : check.shown(operand),
        span: { start: node.start, end: node.end },
        kind,
        isPattern: kind === "pattern" || kind === "no-pattern",
        operator,
        literals,
        scope,
        ...(escapedBy ? { escapedBy } : {}),
      });
  };
  walkExpression(expression.node, (node) => {
    if (node.type === "binary") {
      const kind = kindOf(node);
      if (kind) {
        add(node, kind, node.operator, node.left, [node.right], node.escape);
        if (kind !== "pattern" && kind !== "no-pattern")
          add(node, kind, FLIPPED[node.operator] ?? node.operator, node.right, [node.left]);
      }
    } else if (node.type === "between") {
      add(node, "order", "BETWEEN", node.operand, [node.low, node.high]);
    } else if (node.type === "in" && node.set.type === "list") {
      add(node, node.negated ? "unequal" : "equal", node.negated ? "<>" : "=", node.operand, node.set.items);
    } else if (node.type === "case" && node.operand) {
      add(
        node,
        "equal",
        "=",
        node.operand,
        node.branches.map((branch) => branch.when),
      );
    }
    return true;
  });
  return found;
}

function kindOf(node: BinaryNode): ComparisonKind | undefined {
  if (EQUAL.has(node.operator)) return "equal";
  if (UNEQUAL.has(node.operator)) return "unequal";
  if (node.operator in FLIPPED) return "order";
  if (PATTERN.has(node.operator)) return "pattern";
  return node.operator.startsWith("NOT ") && PATTERN.has(node.operator.slice(4)) ? "no-pattern" : undefined;
}

function comparison(
  check: ClauseCheck,
  scope: Scope,
  compared: ExpressionNode,
): Pick<Comparison, "operand" | "source" | "base" | "bases"> | undefined {
  const operand = extremeOf(compared);
  const columns = columnsOf(operand).map((node) => columnAt(scope, node));
  const [first] = columns;
  if (!first || first.outer || columns.some((each) => each?.source !== first.source)) return undefined;
  if (first.source.source.lateral || usesAggregate(check, operand)) return undefined;
  const bases = columns.flatMap((each) => (each?.column.origin ? [each.column.origin] : []));
  if (operand.type !== "column") return { operand, source: first.source, bases };
  const base = first.column.origin;
  return { operand, source: first.source, bases, ...(base ? { base } : {}) };
}

/** The argument of MIN or MAX, whose value is one of its column's; any other expression itself. */
function extremeOf(node: ExpressionNode): ExpressionNode {
  const isExtreme = node.type === "call" && /^(?:min|max)$/iu.test(node.name) && !node.over && !node.filter;
  const [argument, ...others] = isExtreme ? node.arguments : [];
  return argument && others.length === 0 ? argument : node;
}

function usesAggregate({ dialect }: ClauseCheck, node: ExpressionNode): boolean {
  let found = false;
  walkExpression(node, (each) => {
    found ||= each.type === "subquery" || (each.type === "call" && (each.over || isAggregate(each, dialect)));
    return !found;
  });
  return found;
}

/** A constant written in the query. */
export interface WrittenLiteral extends Span {
  readonly value: string;
  readonly kind: "string" | "number" | "boolean" | "date";
  /** True for a word in double quotes that names no column, so that the engine reads it as text. */
  readonly doubleQuoted: boolean;
}

/** The constant of a literal node, also behind a sign; undefined for NULL, parameters and everything else. */
export function literalOf(scope: Scope, node: ExpressionNode): WrittenLiteral | undefined {
  const span = { start: node.start, end: node.end };
  if (node.type === "literal") {
    const { kind, value } = node;
    if (kind !== "string" && kind !== "number" && kind !== "boolean" && kind !== "date") return undefined;
    return { ...span, value, kind, doubleQuoted: false };
  }
  if (node.type === "unary" && (node.operator === "-" || node.operator === "+")) {
    const inner =
      node.operand.type === "literal" && node.operand.kind === "number" ? node.operand : undefined;
    const sign = node.operator === "-" ? "-" : "";
    return inner && { ...span, value: sign + inner.value, kind: "number", doubleQuoted: false };
  }
  if (node.type === "column" && resolveColumn(node, scope).kind === "text") {
    return { ...span, value: node.name, kind: "string", doubleQuoted: true };
  }
  return undefined;
}
