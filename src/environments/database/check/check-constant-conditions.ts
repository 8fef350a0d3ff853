import { columnsOf } from "../sql/column-references.ts";
import { type BinaryNode, conjunctsOf, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression, subqueriesIn } from "./clause-expressions.ts";
import { literalOf, type WrittenLiteral } from "./comparisons.ts";
import { withOf } from "./literal-existence.ts";
import { columnAt } from "./query-scope.ts";

interface Constraint {
  readonly node: ExpressionNode;
  readonly source: ScopeSource;
  /** The same for the same column, or the same calculation of it. */
  readonly operand: string;
  readonly allowed?: readonly WrittenLiteral[];
  readonly least?: WrittenLiteral;
  readonly most?: WrittenLiteral;
  readonly isNull?: boolean;
}

/** Conditions that are compared with each other, and literals of a list that are. */
const MOST = 60;
const LONGEST_LIST = 300;

/** Warns of conditions on one column, or on one calculation over it, that no value can meet together; the engine has the last word on whether any row does. */
export async function checkContradictions(run: ClauseCheck, expression: ScopedExpression): Promise<void> {
  const constraints = conjunctsOf(expression.node)
    .flatMap((node) => constraintOf(run, expression, node))
    .slice(0, MOST);
  for (const [i, a] of constraints.entries()) {
    if (excludes(a, a) && (await isEmpty(run, expression, a, a))) tell(run, a, a);
    for (const b of constraints.slice(i + 1)) {
      const same = a.source === b.source && a.operand === b.operand;
      if (same && a.node !== b.node && excludes(a, b) && (await isEmpty(run, expression, a, b)))
        tell(run, a, b);
    }
  }
}

function constraintOf(
  run: ClauseCheck,
  { scope }: ScopedExpression,
  node: ExpressionNode,
): readonly Constraint[] {
  const operand = node.type === "binary" ? node.left : "operand" in node ? node.operand : undefined;
  const subject = operand && subjectOf(run, scope, operand);
  if (!subject) return [];
  const made = { node, ...subject };
  if (node.type === "binary") {
    const literal = literalOf(scope, node.right);
    if (!literal) return [];
    if (node.operator === "=" || node.operator === "==") return [{ ...made, allowed: [literal] }];
    if (node.operator.startsWith("<") && node.operator !== "<>") return [{ ...made, most: literal }];
    if (node.operator.startsWith(">")) return [{ ...made, least: literal }];
    return [];
  }
  if (node.type === "between" && !node.negated) {
    const [least, most] = [literalOf(scope, node.low), literalOf(scope, node.high)];
    return least && most ? [{ ...made, least, most }] : [];
  }
  if (node.type === "in" && !node.negated && node.set.type === "list") {
    const allowed = node.set.items.map((item) => literalOf(scope, item));
    return allowed.length <= LONGEST_LIST && allowed.every((each) => each !== undefined)
      ? [{ ...made, allowed }]
      : [];
  }
  return node.type === "unary" && node.operator === "IS NULL" ? [{ ...made, isNull: true }] : [];
}

/** What a condition is about: a column, or a calculation over columns of one source. */
function subjectOf(
  run: ClauseCheck,
  scope: Scope,
  operand: ExpressionNode,
): Pick<Constraint, "source" | "operand"> | undefined {
  const columns = columnsOf(operand).map((column) => columnAt(scope, column));
  const [first] = columns;
  if (!first || columns.some((each) => each === undefined || each.outer || each.source !== first.source))
    return undefined;
  if (operand.type === "column") return { source: first.source, operand: `column ${first.column.name}` };
  const { functions } = run.services.driver.dialect;
  if (subqueriesIn(operand).length + aggregatesIn(operand, functions).length > 0) return undefined;
  return { source: first.source, operand: run.text(operand) };
}

function excludes(a: Constraint, b: Constraint): boolean {
  if (a !== b && a.isNull !== b.isNull && (a.isNull || b.isNull)) return true;
  if (a.allowed && b.allowed) {
    return !a.allowed.some((x) => b.allowed?.some((y) => compare(x, y) === 0));
  }
  const range = a.allowed ? b : a;
  const values = a.allowed ?? b.allowed;
  if (values) return !values.some((value) => isWithin(value, range));
  return [a, b].some((x) => [a, b].some((y) => x.least && y.most && compare(x.least, y.most) > 0));
}

function isWithin(value: WrittenLiteral, range: Constraint): boolean {
  return (
    (!range.least || compare(value, range.least) >= 0) && (!range.most || compare(value, range.most) <= 0)
  );
}

function compare(a: WrittenLiteral, b: WrittenLiteral): number {
  const [x, y] = [Number(a.value), Number(b.value)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && a.value.trim() !== "" && b.value.trim() !== "") return x - y;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

async function isEmpty(
  run: ClauseCheck,
  { scope }: ScopedExpression,
  a: Constraint,
  b: Constraint,
): Promise<boolean> {
  const condition = a === b ? run.text(a.node) : `(${run.text(a.node)}) AND (${run.text(b.node)})`;
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT COUNT(*) FROM ${run.text(a.source.source)} WHERE ${condition}`,
  );
  return counts?.[0] === 0;
}

function tell(run: ClauseCheck, a: Constraint, b: Constraint): void {
  const swapped = a === b && a.node.type === "between" && a.least && a.most;
  const message =
    a === b
      ? `${run.text(a.node)} holds for no value.`
      : `${run.text(a.node)} and ${run.text(b.node)} exclude each other.`;
  const between = a.node.type === "between" ? a.node : undefined;
  const suggestions =
    swapped && between
      ? [
          {
            text: `${run.text(between.operand)} BETWEEN ${run.text(between.high)} AND ${run.text(between.low)}`,
            replaces: run.text(between),
          },
        ]
      : bothAllowed(run, a, b);
  run.warn("contradiction", b.node, message, suggestions);
}

/** Two different values of one column are mostly meant as alternatives. */
function bothAllowed(run: ClauseCheck, a: Constraint, b: Constraint) {
  if (a === b || a.allowed?.length !== 1 || b.allowed?.length !== 1) return [];
  return [
    {
      text: `(${run.text(a.node)} OR ${run.text(b.node)})`,
      replaces: run.subject.sql.slice(a.node.start, b.node.end),
      reason: "either value",
    },
  ];
}

/** Warns of conditions that no row decides: `x = 'a' OR 'b'`, `x = x`, `x <> 1 OR x <> 2`. `1 = 1` is only told. */
export function checkConstantConditions(run: ClauseCheck, expression: ScopedExpression): void {
  for (const condition of conjunctsOf(expression.node)) check(run, expression, condition, undefined);
}

function check(
  run: ClauseCheck,
  expression: ScopedExpression,
  node: ExpressionNode,
  sibling: ExpressionNode | undefined,
): void {
  if (node.type === "binary" && (node.operator === "OR" || node.operator === "AND")) {
    if (node.operator === "OR") checkExcludingOr(run, expression, node);
    check(run, expression, node.left, node.right);
    check(run, expression, node.right, node.left);
    return;
  }
  if (node.type === "unary" && node.operator === "NOT") {
    check(run, expression, node.operand, undefined);
    return;
  }
  if (node.type === "binary" && node.operator === "=" && isSameColumn(expression, node)) {
    run.warn(
      "always-true",
      node,
      `${run.text(node)} compares a column with itself; it keeps every row that is not NULL.`,
    );
    return;
  }
  if (!isConstant(run, expression, node)) return;
  const literal = literalOf(expression.scope, node);
  if (!literal || literal.kind === "boolean") {
    run.note("constant-condition", node, `${run.text(node)} does not depend on any column.`);
    return;
  }
  const like = sibling && comparedWith(sibling, expression);
  run.warn(
    "constant-condition",
    node,
    `${run.text(node)} stands alone as a condition and is compared with nothing.`,
    like
      ? [{ text: `${run.text(like.left)} ${like.operator} ${run.text(node)}`, replaces: run.text(node) }]
      : [],
  );
}

function isConstant(run: ClauseCheck, expression: ScopedExpression, node: ExpressionNode): boolean {
  if (subqueriesIn(node).length > 0 || aggregatesIn(node, run.services.driver.dialect.functions).length > 0)
    return false;
  let calls = false;
  walkExpression(node, (each) => {
    if (each.type === "call" || each.type === "opaque") calls = true;
    if (each.type === "literal" && each.kind === "parameter") calls = true;
  });
  return !calls && columnsOf(node).every((column) => literalOf(expression.scope, column));
}

/** The comparison nearest to a bare constant on the other side of an OR. */
function comparedWith(sibling: ExpressionNode, expression: ScopedExpression): BinaryNode | undefined {
  if (sibling.type !== "binary") return undefined;
  if (sibling.operator === "OR" || sibling.operator === "AND")
    return comparedWith(sibling.right, expression) ?? comparedWith(sibling.left, expression);
  return sibling.left.type === "column" && literalOf(expression.scope, sibling.right) ? sibling : undefined;
}

function isSameColumn({ scope }: ScopedExpression, node: BinaryNode): boolean {
  if (node.left.type !== "column" || node.right.type !== "column") return false;
  const [left, right] = [columnAt(scope, node.left), columnAt(scope, node.right)];
  return left !== undefined && left.source === right?.source && left.column === right.column;
}

/** `x <> 'a' OR x <> 'b'` holds for every row; AND was meant. */
function checkExcludingOr(run: ClauseCheck, { scope }: ScopedExpression, node: BinaryNode): void {
  const { left, right } = node;
  const both = [left, right].map((side) => {
    if (side.type !== "binary" || (side.operator !== "<>" && side.operator !== "!=")) return undefined;
    const column = side.left.type === "column" ? columnAt(scope, side.left) : undefined;
    const literal = literalOf(scope, side.right);
    return column && literal && { column, literal };
  });
  const [a, b] = both;
  if (!a || !b || a.column.source !== b.column.source || a.column.column !== b.column.column) return;
  if (a.literal.value === b.literal.value) return;
  run.warn("always-true", node, `${run.text(node)} keeps every row: no value equals both. AND was meant.`, [
    { text: `${run.text(left)} AND ${run.text(right)}`, replaces: run.text(node) },
  ]);
}
