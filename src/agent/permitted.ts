import type { ActContext } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { Environment, PermittedHint } from "../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../environment/permitted-action.ts";
import { readArguments } from "../environment/read-arguments.ts";
import type { Workspace } from "../environment/workspace.ts";
import { actionKey } from "./action-key.ts";
import type { Permitted } from "./policy-request.ts";
import { type Referable, takesReference } from "./references.ts";
import { keepsTo } from "./text-actions/read-choice.ts";
import { parametersOf, renderCall } from "./text-actions/tool-signature.ts";
import { toolsOf } from "./tool-names.ts";

interface PermittedIn {
  readonly hint: PermittedHint;
  /** All environments of the run. */
  readonly environments: readonly Environment[];
  readonly context: ActContext;
}

/**
 * The actions permitted in one environment now. An environment without rules of its own offers what was written out, and those of its tools
 * that have at most one required argument, which becomes a slot.
 */
export async function permittedIn(
  environment: Environment,
  workspace: Workspace,
  { hint, environments, context }: PermittedIn,
): Promise<readonly Permitted[]> {
  const tools = toolsOf(environment, environments);
  const { written: all = [], ...rest } = hint;
  const written = all.filter((action) => action.environment === environment.id && isWhole(action, tools));
  if (environment.permittedActions === undefined) {
    const asWritten = written.map((action): PermittedAction => {
      return { type: "action", action, label: renderCall(action.tool, action.arguments) };
    });
    return [...asWritten, ...tools.flatMap((tool) => toolAsOption(environment.id, tool))].slice(
      0,
      hint.limit,
    );
  }
  const hinted = written.length === 0 ? rest : { ...rest, written };
  const permitted = await environment.permittedActions(workspace, hinted, context);
  const shown = new Set(tools.map(({ name }) => name));
  return permitted.filter((one) => shown.has(one.type === "action" ? one.action.tool : one.tool));
}

/** True for a call of a tool that there is, with arguments that it takes. */
function isWhole({ tool: name, arguments: given }: Action, tools: Environment["tools"]): boolean {
  const tool = tools.find((each) => each.name === name);
  return tool !== undefined && readArguments(tool, given).failure === undefined;
}

/** Place of the option that is the action, else of the slot that becomes it when its open argument is written. */
export function placeOf(action: Action, options: readonly Permitted[]): number | undefined {
  const key = actionKey(action);
  const same = options.findIndex((option) => option.type === "action" && actionKey(option.action) === key);
  if (same >= 0) return same;
  const fitting = options.findIndex((option) => option.type === "slot" && becomes(option, action));
  return fitting < 0 ? undefined : fitting;
}

function becomes(
  { environment, tool, argument, constraint, ...slot }: PermittedSlot,
  action: Action,
): boolean {
  const written = action.arguments[argument];
  if (written === undefined || !keepsTo(constraint, written)) return false;
  const all = { ...slot.arguments, [argument]: written };
  return actionKey({ environment, tool, arguments: all }) === actionKey(action);
}

function toolAsOption(environment: string, tool: Environment["tools"][number]): readonly Permitted[] {
  const [argument, ...more] = parametersOf(tool).filter(({ required }) => required);
  if (more.length > 0) return [];
  const { name } = tool;
  if (argument === undefined) {
    return [{ type: "action", action: { environment, tool: name, arguments: {} }, label: `${name}()` }];
  }
  return [
    {
      type: "slot",
      environment,
      tool: name,
      arguments: {},
      argument: argument.name,
      constraint: argument.schema,
      label: `${name}(…)`,
    },
  ];
}

/** At most `limit` members of several lists, in their order. Each list contributes equally; the unused share of a short list goes to longer ones. */
export function fairShare<T>(lists: readonly (readonly T[])[], limit: number): readonly T[] {
  const taken = lists.map(() => 0);
  let left = limit;
  for (let gave = true; gave && left > 0; ) {
    gave = false;
    for (const [at, list] of lists.entries()) {
      const count = taken[at] ?? 0;
      if (left === 0 || count >= list.length) continue;
      taken[at] = count + 1;
      left--;
      gave = true;
    }
  }
  return lists.flatMap((list, at) => list.slice(0, taken[at]));
}

/** Most references offered for a slot, newest first: each becomes an option. */
const MOST_OFFERED = 6;

/** Replaces each slot for a reference by one action per known reference, so that nothing has to be written. */
export function withReferences(
  options: readonly Permitted[],
  known: readonly Referable[],
): readonly Permitted[] {
  return options.flatMap((option): readonly Permitted[] => {
    if (option.type === "action" || !takesReference(option.constraint)) return [option];
    return known.slice(0, MOST_OFFERED).map(({ text }) => filled(option, text));
  });
}

function filled(slot: PermittedSlot, reference: string): PermittedAction {
  const { environment, tool, argument, constraint, label } = slot;
  const value = constraint.type === "array" ? [reference] : reference;
  return {
    type: "action",
    action: { environment, tool, arguments: { ...slot.arguments, [argument]: value } },
    label: label.includes("…") ? label.replace("…", () => reference) : `${label} ${reference}`,
  };
}
