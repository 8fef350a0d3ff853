import type { PermittedHint } from "../../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import { isMendable } from "../access/store-failure.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { attributeActions } from "./attribute-actions.ts";
import { exploringActions } from "./exploring-actions.ts";
import { linkedEntities } from "./linked-entities.ts";
import { nameActions } from "./name-actions.ts";
import { rankActions } from "./rank-actions.ts";
import { relationFilters } from "./relation-filters.ts";
import { setActions } from "./set-actions.ts";
import { actionSubjects } from "./subjects.ts";

/**
 * The rules M of decoupled generation (Middleware, Section 3.2): relations and attributes only of subjects for which they were listed, combinations
 * only of variables whose types can meet, nothing that was done already. Finite; what can be done on an entity starts from those that question,
 * thought and workspace name. Types decide, no set is computed.
 */
export async function permittedActions(
  call: ToolCall,
  { task, thought = "", limit }: PermittedHint,
): Promise<readonly (PermittedAction | PermittedSlot)[]> {
  const question = `${task?.question ?? call.state.question ?? ""} ${task?.oracleKnowledge ?? ""}`;
  const linking = await orNothing(linkedEntities([question, thought], call), { entities: [], open: [] });
  const subjects = await actionSubjects(linking.entities, question, call);
  const candidates = [
    ...(await orNothing(exploringActions(subjects, call), [])),
    ...(await orNothing(attributeActions(subjects, `${question} ${thought}`, call), [])),
    ...(await orNothing(relationFilters(subjects, call), [])),
    ...setActions(subjects, call),
    ...(await nameActions({ question, thought }, linking, call)),
    ...importSlots(call),
  ];
  return rankActions(candidates, { question, thought }, limit);
}

/** A list is of use without what the store refused or had no time for. @throws what ends a run */
async function orNothing<T>(work: Promise<T>, nothing: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isMendable(error)) return nothing;
    throw error;
  }
}

/** Values of other environments; shown only where there are others. */
function importSlots({ services: { environment } }: ToolCall) {
  const permitted: PermittedSlot = {
    type: "slot",
    environment,
    tool: "use_values",
    arguments: {},
    argument: "values",
    constraint: { type: "string", format: "reference" },
    label: "use_values(…)",
  };
  return [{ permitted, family: "other" as const, subjects: [], names: [], base: 0 }];
}
