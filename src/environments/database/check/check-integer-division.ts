import { type BinaryNode, walkExpression } from "../sql/query-tree.ts";
import { groupKeys } from "./check-bare-columns.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { selectOver } from "./clause-sql.ts";

const COMPARED_ROWS = 500;

/** Divisions of integers whose fraction is lost on these data. Whole-number steps on purpose (`year / 10 * 10`) stay unsaid. */
export const integerDivision: Check = {
  clauses: ["select", "having", "order_by"],
  countsRows: true,
  async look(check) {
    if (!check.dialect.dividesIntegersToInteger) return;
    for (const expression of check.own) {
      for (const node of divisionsIn(check, expression)) {
        if (!(await losesFraction(check, expression, node))) continue;
        const replaces = check.text(node);
        const text = `CAST(${check.text(node.left)} AS REAL) / ${check.text(node.right)}`;
        const message = `${replaces} divides integers, which drops the fraction.`;
        check.warn("integer-division", node, message, [{ text, replaces, reason: "keeps the fraction" }]);
      }
    }
  },
};

function divisionsIn(check: CheckedClause, expression: ScopedExpression): readonly BinaryNode[] {
  const found: BinaryNode[] = [];
  walkExpression(expression.node, (node) => {
    if (node.type !== "binary") return true;
    if (isStep(check, node) || isBucket(check, expression, node)) return false;
    if (node.operator === "/") found.push(node);
    return true;
  });
  return found;
}

/** `x / 10 * 10`: rounds down on purpose. */
function isStep(check: CheckedClause, { operator, left, right }: BinaryNode): boolean {
  if (operator !== "*" || left.type !== "binary" || left.operator !== "/") return false;
  const isWhole = right.type === "literal" && Number(right.value) > 1;
  return isWhole && check.text(left.right) === check.text(right);
}

/** `(month + 2) / 3`, or a division by a whole number that is grouped by: the fraction is dropped on purpose. */
function isBucket(
  check: CheckedClause,
  place: ScopedExpression,
  { operator, left, right }: BinaryNode,
): boolean {
  if (operator !== "/" || right.type !== "literal" || !(Number(right.value) > 1)) return false;
  if (Number(right.value) === 3 && /month|%m/iu.test(check.text(left))) return true;
  const text = check.text({ start: left.start, end: right.end });
  return groupKeys(check, place).some((key) => check.text(key).includes(text));
}

async function losesFraction(
  check: CheckedClause,
  place: ScopedExpression,
  node: BinaryNode,
): Promise<boolean> {
  const reach = aggregatesIn(node, check.dialect).length > 0 ? "having" : "where";
  const exact = `1.0 * (${check.text(node.left)}) / (${check.text(node.right)})`;
  const query = selectOver(check, place, `(${check.text(node)}) AS whole, (${exact}) AS exact`, reach);
  const { rows = [] } = (await check.ask(`${query} LIMIT ${COMPARED_ROWS}`, [], COMPARED_ROWS)) ?? {};
  return rows.some(([a, b]) => a !== null && b !== null && Math.abs(Number(a) - Number(b)) > 1e-9);
}
