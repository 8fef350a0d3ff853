import {
  type BinaryNode,
  type ExpressionNode,
  type SelectCore,
  type Span,
  walkExpression,
} from "../sql/query-tree.ts";
import { readSelectList } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import { groupKeys } from "./check-bare-columns.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { selectOver } from "./core-text.ts";
import { columnAt } from "./query-scope.ts";

const COMPARED_ROWS = 500;

/** Warns of divisions of integers whose fraction is lost on these data. Whole-number steps on purpose (`year / 10 * 10`) stay unsaid. */
export async function checkIntegerDivision(
  run: ClauseCheck,
  core: SelectCore,
  expression: ScopedExpression,
): Promise<void> {
  if (!run.services.driver.dialect.dividesIntegersToInteger || expression.within) return;
  const divisions: BinaryNode[] = [];
  walkExpression(expression.node, (node) => {
    if (choosesPlaces(expression.scope, node)) return false;
    if (node.type !== "binary") return;
    if ((node.operator === "*" && isStep(run, node)) || isBucket(run, core, expression.scope, node))
      return false;
    if (
      node.operator === "/" &&
      isInteger(run, expression.scope, node.left) &&
      isInteger(run, expression.scope, node.right)
    )
      divisions.push(node);
    return true;
  });
  for (const node of divisions) {
    if (!(await losesFraction(run, core, expression, node))) continue;
    const real = realDivision(run, node);
    run.warn("integer-division", node, `${run.text(node)} divides integers, which drops the fraction.`, [
      { text: real, replaces: run.text(node), reason: "keeps the fraction" },
    ]);
  }
}

/** `place IN ((n + 1) / 2, (n + 2) / 2)`: the rows in the middle, for a median. */
function choosesPlaces(scope: Scope, node: ExpressionNode): boolean {
  if (node.type === "in" || node.type === "between") return isPlace(scope, node.operand);
  return (
    node.type === "binary" &&
    /^(=|==|<>|!=|<|>|<=|>=)$/u.test(node.operator) &&
    (isPlace(scope, node.left) || isPlace(scope, node.right))
  );
}

function isPlace(scope: Scope, node: ExpressionNode): boolean {
  if (node.type === "call") return /^(row_number|rank|dense_rank|ntile)$/iu.test(node.name);
  const column = node.type === "column" ? columnAt(scope, node)?.column : undefined;
  return column?.expression !== undefined && isPlace(column.computedIn ?? scope, column.expression);
}

/** `x / 10 * 10`: rounds down on purpose. */
function isStep(run: ClauseCheck, node: BinaryNode): boolean {
  const { left, right } = node;
  return (
    left.type === "binary" &&
    left.operator === "/" &&
    run.text(left.right) === run.text(right) &&
    right.type === "literal" &&
    Number(right.value) > 1
  );
}

/** `(month + 2) / 3`, or a division by a whole number that is grouped by: the fraction is dropped on purpose. */
function isBucket(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  { operator, left, right }: BinaryNode,
): boolean {
  if (operator !== "/" || right.type !== "literal" || !(Number(right.value) > 1)) return false;
  if (Number(right.value) === 3 && /month|%m/iu.test(run.text(left))) return true;
  const text = run.subject.sql.slice(left.start, right.end);
  return groupKeys(run, core, scope).some((key) => run.text(key).includes(text));
}

function isInteger(run: ClauseCheck, scope: Scope, node: ExpressionNode): boolean {
  switch (node.type) {
    case "literal":
      return node.kind === "number" && /^\d+$/u.test(node.value);
    case "column": {
      const column = columnAt(scope, node)?.column;
      if (column?.origin) return ["integer", "boolean"].includes(column.origin.column.affinity);
      return (
        column?.expression !== undefined && isInteger(run, column.computedIn ?? scope, column.expression)
      );
    }
    case "cast":
      return /int/iu.test(node.target);
    case "call":
      if (/^count$/iu.test(node.name)) return true;
      if (/^(length|char_length|instr)$/iu.test(node.name)) return true;
      return /^(sum|min|max|abs|coalesce|ifnull|total)$/iu.test(node.name) && !/^total$/iu.test(node.name)
        ? node.arguments.every((each) => isInteger(run, scope, each))
        : false;
    case "case":
      return [
        ...node.branches.map((branch) => branch.result),
        ...(node.otherwise ? [node.otherwise] : []),
      ].every((each) => isInteger(run, scope, each) || (each.type === "literal" && each.kind === "null"));
    case "unary":
      return (node.operator === "-" || node.operator === "+") && isInteger(run, scope, node.operand);
    case "binary":
      if (/^(=|==|<>|!=|<|>|<=|>=|LIKE|IS|IS NOT)$/u.test(node.operator)) return true;
      return (
        /^[-+*/%]$/u.test(node.operator) &&
        isInteger(run, scope, node.left) &&
        isInteger(run, scope, node.right)
      );
    case "subquery": {
      const [core] = node.query.cores;
      const list = core?.select && readSelectList(core.select, run.services.driver.dialect.lexical).items;
      const only = list?.length === 1 ? list[0]?.expression : undefined;
      return only?.type === "call" && /^count$/iu.test(only.name);
    }
    default:
      return false;
  }
}

function realDivision(run: ClauseCheck, node: BinaryNode): string {
  return `CAST(${run.text(node.left)} AS REAL) / ${run.text(node.right)}`;
}

async function losesFraction(
  run: ClauseCheck,
  core: SelectCore,
  expression: ScopedExpression,
  node: Span & BinaryNode,
): Promise<boolean> {
  const aggregated = aggregatesIn(node, run.services.driver.dialect.functions).length > 0;
  const whole = `(${run.text(node)}) AS whole, (1.0 * (${run.text(node.left)}) / (${run.text(node.right)})) AS exact`;
  const query = selectOver(run, core, expression.scope, whole, { groups: aggregated, having: aggregated });
  const result = await run.ask(`${query} LIMIT ${COMPARED_ROWS}`, [], COMPARED_ROWS);
  return (
    result?.rows.some(([a, b]) => a !== null && b !== null && Math.abs(Number(a) - Number(b)) > 1e-9) ?? false
  );
}
