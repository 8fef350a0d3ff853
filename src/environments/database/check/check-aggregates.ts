import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { CallNode, ExpressionNode } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { checkExtremeOfText } from "./check-text-order.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { literalOf } from "./comparisons.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

/** Warns of sums and averages over text that is no number, and of MIN and MAX that order numbers or dates as text. */
export async function checkAggregates(
  check: ClauseCheck,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  for (const expression of expressions) {
    const { node, scope, core } = expression;
    for (const call of aggregatesIn(node, check.services.driver.dialect.functions)) {
      const [argument] = call.arguments;
      const literal = argument && literalOf(scope, argument);
      if (argument && literal?.kind === "string" && !/^count$/iu.test(call.name))
        tellConstant(check, call, argument, literal.value, scope);
      if (core && /^(min|max)$/iu.test(call.name)) await checkExtremeOfText(check, core, scope, call);
      const base = argument && baseOf(scope, argument);
      if (!base || !argument) continue;
      if (/^(sum|avg|total)$/iu.test(call.name)) await checkSum(check, call, argument, base);
    }
  }
}

/** `SUM('cost')` adds up a text that looks like a column. */
function tellConstant(
  check: ClauseCheck,
  call: CallNode,
  argument: ExpressionNode,
  value: string,
  scope: Scope,
): void {
  const { dialect } = check.services.driver;
  const column = scope.sources
    .flatMap((source) => source.columns)
    .find((each) => dialect.sameIdentifier(each.name, value));
  if (!column && !/^(sum|avg|total)$/iu.test(call.name)) return;
  check.warn(
    "aggregate-of-text",
    call,
    `${check.text(argument)} is a text, the same for every row.`,
    column
      ? [{ text: dialect.identifier(column.name), replaces: check.text(argument), reason: "the column" }]
      : [],
  );
}

function baseOf(scope: Scope, node: ExpressionNode): BaseColumn | undefined {
  return node.type === "column" ? columnAt(scope, node)?.column.origin : undefined;
}

async function checkSum(
  check: ClauseCheck,
  call: CallNode,
  argument: ExpressionNode,
  base: BaseColumn,
): Promise<void> {
  if (["integer", "real", "decimal", "boolean"].includes(base.column.affinity)) return;
  const profile = await check.profile(base);
  const cells = profile?.sample.cells ?? [];
  if (!profile || cells.length === 0 || profile.plainNumbers === 1) return;
  const name = columnTitle(base);
  const text = check.text(argument);
  if (profile.plainNumbers < 0.5 && profile.writtenNumbers < 0.5) {
    check.warn(
      "aggregate-of-text",
      call,
      `${name} holds no numbers (as ${quotedExamples(cells)}), so ${check.text(call)} means nothing.`,
    );
  } else if (profile.writtenNumbers > profile.plainNumbers) {
    const number = advised(check.services.driver.dialect.toNumber(text));
    check.warn(
      "aggregate-of-text",
      call,
      `${name} holds numbers written as text (as ${quotedExamples(cells)}), which ${call.name} reads only in part.`,
      [{ text: number, replaces: text, reason: "turns the text into a number" }],
    );
  }
}

function quotedExamples(cells: readonly { readonly text: string }[]): string {
  return cells
    .slice(0, 2)
    .map((cell) => `'${told(cell.text)}'`)
    .join(", ");
}
