import type { PlannedStep, Understood } from "../../../environment/capabilities.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { QueryParts } from "./compile/query-parts.ts";
import type { Scored } from "./compile/scored.ts";

/** The reading as steps over the tools: look the named cells up, then one clause after the other. */
export function planOf(
  environment: string,
  { value, score, notes, rules = [] }: Scored<QueryParts>,
  _services: DatabaseServices,
): Understood {
  const step = (tool: string, args: JsonObject, thought: string): PlannedStep => ({
    thought,
    action: { environment, tool, arguments: args },
  });
  const cells = [...value.where.matchAll(/'((?:[^']|'')+)'/gu)].map(([, text = ""]) =>
    text.replaceAll("''", "'"),
  );
  const plan: PlannedStep[] = [
    ...[...new Set(cells)]
      .filter((cell) => !/^[%]|[%]$|^.$/u.test(cell))
      .slice(0, 3)
      .map((cell) =>
        step("find_columns_containing_value", { value: cell }, `First I make sure where '${cell}' stands.`),
      ),
    step(
      "from",
      { from_statement: value.from },
      value.from.includes(" JOIN ")
        ? "The question needs these tables, joined over their keys."
        : "The question is about this table.",
    ),
    step(
      "where",
      { where_statement: value.where },
      value.where === "" ? "No condition was asked for." : "Only these rows are meant.",
    ),
    step("select", { select_statement: value.select }, "This is what was asked for."),
  ];
  if (value.groupBy !== undefined)
    plan.push(step("group_by", { group_by_statement: value.groupBy }, "It is asked for each of these."));
  if (value.having !== undefined)
    plan.push(step("having", { having_statement: value.having }, "Only groups of that size are meant."));
  if (value.orderBy !== undefined)
    plan.push(step("order_by", { order_by_statement: value.orderBy }, "The rows are wanted in this order."));
  return {
    understood: true,
    plan,
    claim: {},
    confidence: expectedShare(score),
    assumptions: [...new Set(notes)],
    rules,
  };
}

/** Readings that stretch the words are right a little less often; measured with bench/built-in.ts. */
function expectedShare(score: number): number {
  return Math.round(100 * (0.6 + 0.35 * Math.min(1, score))) / 100;
}
