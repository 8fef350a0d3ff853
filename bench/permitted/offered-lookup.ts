import type { ActContext } from "../../src/environment/act-context.ts";
import type { Action } from "../../src/environment/action.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/index.ts";
import { foldText } from "../../src/util/fold-text.ts";
import type { GoldLiteral } from "./gold-literals.ts";

/**
 * The first of the actions that looks the literal up: one for that very value, or one that shows it when it is taken (near values, the
 * values of its column).
 */
export async function offeredLookup(
  literal: GoldLiteral,
  actions: readonly Action[],
  environment: DatabaseEnvironment,
  workspace: Workspace,
  context: ActContext,
): Promise<Action | undefined> {
  const wanted = foldText(literal.text);
  const same = (value: unknown) => {
    const text = foldText(String(value));
    return text === wanted || (literal.isPattern && text.includes(wanted));
  };
  for (const action of actions) {
    const { tool, arguments: args } = action;
    if (tool === "find_columns_containing_value" && foldText(String(args.value)) === wanted) return action;
    if (tool === "is_value_in_column" && same(args.value) && isOf(literal, args)) return action;
    if (tool === "get_distinct_values" && !isOf(literal, args)) continue;
    if (tool !== "find_columns_containing_value_fuzzy" && tool !== "get_distinct_values") continue;
    const { observation } = await environment.act(workspace, action, context);
    const shown = (observation?.data.matches ?? observation?.data.values ?? []) as readonly {
      readonly value: unknown;
    }[];
    if (shown.some(({ value }) => same(value))) return action;
  }
  return undefined;
}

function isOf({ column }: GoldLiteral, args: Action["arguments"]): boolean {
  return column === undefined || (args.table === column.table && args.column === column.column);
}
