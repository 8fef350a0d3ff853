import { type BinaryNode, type SelectCore, type Span, walkExpression } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { groupKeys } from "./check-bare-columns.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { selectOver } from "./clause-sql.ts";

const COMPARED_ROWS = 500;

/** Warns of divisions of integers whose fraction is lost on these data. Whole-number steps on purpose (`year / 10 * 10`) stay unsaid. */
export async function checkIntegerDivision(
  check: ClauseCheck,
  core: SelectCore,
  expression: ScopedExpression,
): Promise<void> {
  if (!check.services.driver.dialect.dividesIntegersToInteger || expression.within) return;
  const divisions: BinaryNode[] = [];
  walkExpression(expression.node, (node) => {
    if (node.type !== "binary") return;
    if ((node.operator === "*" && isStep(check, node)) || isBucket(check, core, expression.scope, node))
      return false;
    if (node.operator === "/") divisions.push(node);
    return true;
  });
  for (const node of divisions) {
    if (!(await losesFraction(check, core, expression, node))) continue;
    const real = realDivision(check, node);
    check.warn("integer-division", node, `${check.text(node)} divides integers, which drops the fraction.`, [
      { text: real, replaces: check.text(node), reason: "keeps the fraction" },
    ]);
  }
}

/** `x / 10 * 10`: rounds down on purpose. */
function isStep(check: ClauseCheck, node: BinaryNode): boolean {
  const { left, right } = node;
  return (
    left.type === "binary" &&
    left.operator === "/" &&
    check.text(left.right) === check.text(right) &&
    right.type === "literal" &&
    Number(right.value) > 1
  );
}

/** `(month + 2) / 3`, or a division by a whole number that is grouped by: the fraction is dropped on purpose. */
function isBucket(
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  { operator, left, right }: BinaryNode,
): boolean {
  if (operator !== "/" || right.type !== "literal" || !(Number(right.value) > 1)) return false;
  if (Number(right.value) === 3 && /month|%m/iu.test(check.text(left))) return true;
  const text = check.clause.sql.slice(left.start, right.end);
  return groupKeys(check, core, scope).some((key) => check.text(key).includes(text));
}

function realDivision(check: ClauseCheck, node: BinaryNode): string {
  return `CAST(${check.text(node.left)} AS REAL) / ${check.text(node.right)}`;
}

async function losesFraction(
  check: ClauseCheck,
  core: SelectCore,
  expression: ScopedExpression,
  node: Span & BinaryNode,
): Promise<boolean> {
  const aggregated = aggregatesIn(node, check.services.driver.dialect.functions).length > 0;
  const whole = `(${check.text(node)}) AS whole, (1.0 * (${check.text(node.left)}) / (${check.text(node.right)})) AS exact`;
  const query = selectOver(check, core, expression.scope, whole, { groups: aggregated, having: aggregated });
  const result = await check.ask(`${query} LIMIT ${COMPARED_ROWS}`, [], COMPARED_ROWS);
  return (
    result?.rows.some(([a, b]) => a !== null && b !== null && Math.abs(Number(a) - Number(b)) > 1e-9) ?? false
  );
}
