import type { ActContext } from "../../environment/act-context.ts";
import type { PermittedHint } from "../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../environment/permitted-action.ts";
import type { JsonObject } from "../../util/json.ts";
import type { DatabaseServices } from "./database-services.ts";
import type { DatabaseState } from "./database-state.ts";
import { queryAt } from "./draft/draft.ts";
import { contentWords, relevanceTo } from "./schema/question-relevance.ts";
import { clauseTools } from "./tools/clause-tools.ts";

type Permitted = PermittedAction | PermittedSlot;

/** Share of the places in the list that navigational actions may take, so that the slots always fit. */
const MOST_COLUMNS = 6;

/**
 * What can work now: the clause tools whose prerequisites hold, as slots, and navigational actions on the words of the question, and on
 * the columns whose names stand nearest to it.
 */
export async function permittedActions(
  environment: string,
  state: DatabaseState,
  { task, thought, limit }: PermittedHint,
  { services }: { readonly services: DatabaseServices; readonly context: ActContext },
): Promise<readonly Permitted[]> {
  const words = `${task?.question ?? state.question ?? ""} ${thought ?? ""}`;
  const action = (tool: string, args: JsonObject): PermittedAction => ({
    type: "action",
    action: { environment, tool, arguments: args },
    label: `${tool}(${Object.values(args).map(String).join(", ")})`,
  });
  const relevance = relevanceTo(words);
  const columns = services.schema.tables
    .flatMap((table) =>
      table.columns.map((column) => ({
        table: table.name,
        column: column.name,
        date: /date|time|year|month/iu.test(`${column.declaredType} ${column.name}`),
        score: relevance.score(column.name) + 0.5 * relevance.score(table.name),
      })),
    )
    .filter(({ score }) => score > 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_COLUMNS);
  const navigational = [
    ...spans(words).map((value) => action("find_columns_containing_value_fuzzy", { value })),
    ...columns.map(({ table, column, date }) =>
      action(date ? "get_date_format" : "get_distinct_values", { table, column }),
    ),
  ];
  const slots = clauseSlots(environment, state);
  return [...slots, ...navigational.slice(0, Math.max(0, limit - slots.length))].slice(0, limit);
}

function clauseSlots(environment: string, { draft }: DatabaseState): readonly PermittedSlot[] {
  const core = queryAt(draft, -1).cores[0] ?? {};
  return clauseTools
    .filter(({ tool }) => tool.prerequisites.every((each) => core[each as keyof typeof core] !== undefined))
    .map(({ tool }) => {
      const argument = `${tool.name}_statement`;
      const constraint = (tool.inputSchema.properties as JsonObject)[argument] as JsonObject;
      return {
        type: "slot",
        environment,
        tool: tool.name,
        arguments: {},
        argument,
        constraint,
        label: `${tool.name}(…)`,
      };
    });
}

/** Quoted stretches and runs of capitalised words first, then single words. */
function spans(words: string): readonly string[] {
  const quoted = [...words.matchAll(/["“']([^"”']{2,60})["”']/gu)].map((match) => match[1] ?? "");
  const names = words.match(/\p{Lu}[\p{L}\p{N}.'-]*(?:\s+\p{Lu}[\p{L}\p{N}.'-]*)*/gu) ?? [];
  return [...new Set([...quoted, ...names, ...contentWords(words)])];
}
