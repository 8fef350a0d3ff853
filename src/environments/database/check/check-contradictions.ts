import { columnsOf } from "../sql/column-references.ts";
import { conjunctsOf } from "../sql/conjuncts.ts";
import type { ExpressionNode } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import { aggregatesIn, subqueriesIn } from "./aggregates.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { literalOf, type WrittenLiteral } from "./literal-text.ts";
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
export async function checkContradictions(run: InspectionRun, expression: ScopedExpression): Promise<void> {
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
  run: InspectionRun,
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
  run: InspectionRun,
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
  run: InspectionRun,
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

function tell(run: InspectionRun, a: Constraint, b: Constraint): void {
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
function bothAllowed(run: InspectionRun, a: Constraint, b: Constraint) {
  if (a === b || a.allowed?.length !== 1 || b.allowed?.length !== 1) return [];
  return [
    {
      text: `(${run.text(a.node)} OR ${run.text(b.node)})`,
      replaces: run.subject.sql.slice(a.node.start, b.node.end),
      reason: "either value",
    },
  ];
}
