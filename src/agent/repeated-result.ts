import type { Action } from "../environment/action.ts";
import type { Environment } from "../environment/environment.ts";
import type { Observation } from "../environment/observation.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";

/** Tools named in an advice: more are not read. */
const MOST_TOOLS = 3;

/** Said of an action that gave nothing new. */
export const REPEATED =
  "This is the same call as before with the same result. Take another action or give the final answer.";

/** The observation of an action that gave the very same when it was last taken. */
export function asRepeated(observation: Observation): Observation {
  return {
    ...observation,
    notes: [...observation.notes, { code: "repeated-action", message: REPEATED, suggestions: [] }],
  };
}

/**
 * The failure of an action that failed the same way when it was last taken. Whoever repeats a call has not been moved by the first advice,
 * so this one is worded anew and says what to do instead.
 */
export function asRepeatedFailure(
  failure: ToolFailure,
  action: Action,
  environment: Environment | undefined,
): ToolFailure {
  const again = `This is the same call that already failed; ${action.tool} will not change its mind.`;
  return { ...failure, message: `${again} ${adviceFor(failure, action, environment)} (${failure.message})` };
}

function adviceFor(failure: ToolFailure, action: Action, environment: Environment | undefined): string {
  const tool = environment?.tools.find(({ name }) => name === action.tool);
  const [best] = failure.suggestions;
  if (failure.code === "prerequisite-missing" && tool !== undefined && tool.prerequisites.length > 0) {
    return `First call, in this order: ${tool.prerequisites.join(", ")}.`;
  }
  if (failure.code === "unknown-tool" && best !== undefined) return `Call ${best.text} instead.`;
  if (failure.code === "time-limit") return "Ask for less: add a condition, or leave a table out.";
  const looking = (environment?.tools ?? [])
    .filter(
      ({ group, name, onlyBesideOthers }) =>
        group === "navigational" && name !== action.tool && onlyBesideOthers !== true,
    )
    .slice(0, MOST_TOOLS)
    .map(({ name }) => name);
  const look = looking.length === 0 ? "" : `look it up first with ${orList(looking)}`;
  if (best !== undefined) {
    const replaced = best.replaces ?? failure.part?.text;
    const write = `Write ${best.text}${replaced === undefined ? "" : ` instead of ${replaced}`}`;
    return look === "" ? `${write}.` : `${write}, or ${look}.`;
  }
  return look === "" ? "Change its arguments or call another tool." : `Change its arguments, or ${look}.`;
}

function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
