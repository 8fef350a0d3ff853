import type { Action } from "../environment/action.ts";
import type { Environment } from "../environment/environment.ts";
import type { Tool } from "../environment/tool.ts";
import type { OrFailure, ToolFailure } from "../environment/tool-failure.ts";
import { nearestNames, SUGGESTION_SCORE } from "../util/nearest-names.ts";

export interface NamedTool {
  /** As a model sees it: letters, digits, `_` and `-`, at most 64, unique over all environments. */
  readonly name: string;
  readonly environment: string;
  readonly tool: Tool;
}

export interface ToolNames {
  readonly tools: readonly NamedTool[];
  /** The tool that a model means by a name as written; undefined if unknown or ambiguous. */
  find(written: string): NamedTool | undefined;
  /** The name of a tool of an environment, as a model sees it; for an unknown tool, a name built in the same way. */
  nameOf(environment: string, tool: string): string;
}

/** Names that models use for other things than tools. */
export const RESERVED_TOOL_NAMES: readonly string[] = ["final_answer", "give_up", "ask_user"];

const LONGEST_NAME = 64;

/** The tools of an environment in a run over `environments`: tools of use only beside others are left out in a run over one environment. */
export function toolsOf(environment: Environment, environments: readonly Environment[]): readonly Tool[] {
  const beside = environments.length > 1;
  return beside ? environment.tools : environment.tools.filter(({ onlyBesideOthers }) => !onlyBesideOthers);
}

/**
 * Names for the tools of several environments: bare with one environment, with its id in front where there are several.
 * @param all the environments of the run, where `environments` are only some of them
 * @param reserved further names that tools must not get
 */
export function toolNames(
  environments: readonly Environment[],
  all = environments,
  reserved: readonly string[] = [],
): ToolNames {
  const several = environments.length > 1;
  const taken = new Set<string>([...RESERVED_TOOL_NAMES, ...reserved]);
  const named: NamedTool[] = [];
  for (const environment of environments) {
    for (const tool of toolsOf(environment, all)) {
      const name = unique(joined(environment.id, tool.name, several), taken);
      named.push({ name, environment: environment.id, tool });
    }
  }
  const exact = new Map(named.map((one) => [one.name, one]));
  const loose = new Map<string, NamedTool | undefined>();
  for (const one of named) {
    for (const form of new Set(
      [one.name, `${one.environment}.${one.tool.name}`, one.tool.name].map(folded),
    )) {
      // A form that fits several tools names none of them.
      loose.set(form, loose.has(form) ? undefined : one);
    }
  }
  return {
    tools: named,
    find: (written) =>
      exact.get(written) ?? loose.get(folded(written.replace(/^(?:functions?|tools?)[.:/]/iu, ""))),
    nameOf: (environment, tool) =>
      named.find((one) => one.environment === environment && one.tool.name === tool)?.name ??
      joined(environment, tool, several),
  };
}

/** Which tools a model sees when it decides on a step. `lean`: without those on demand. */
export const TOOL_SETS = ["lean", "all"] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/** The names of which only the tools are listed that a model sees unless it is given all; the others are still found by name. */
export function withoutOnDemand(names: ToolNames): ToolNames {
  return { ...names, tools: names.tools.filter(({ tool }) => tool.onDemand !== true) };
}

function joined(environment: string, tool: string, several: boolean): string {
  const name = (several ? `${environment}__${tool}` : tool).replace(/[^\w-]/gu, "_").slice(0, LONGEST_NAME);
  return /^[A-Za-z_]/u.test(name) ? name : `_${name}`.slice(0, LONGEST_NAME);
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name.slice(0, LONGEST_NAME - 4)}_${i}`;
  taken.add(free);
  return free;
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, "");
}

export type ResolvedAction = OrFailure<{
  readonly environment: Environment;
  readonly tool: Tool;
  /** The action with the environment's id and the tool's bare name. */
  readonly action: Action;
}>;

/** Finds the tool of an action; a name that no tool has is a failure with the nearest ones. */
export function resolveAction(environments: readonly Environment[], action: Action): ResolvedAction {
  const environment = environments.find(({ id }) => id === action.environment);
  const tool = environment && toolsOf(environment, environments).find(({ name }) => name === action.tool);
  if (environment !== undefined && tool !== undefined) return { environment, tool, action };
  const names = toolNames(environment === undefined ? environments : [environment], environments);
  const meant = names.find(action.tool);
  const owner = environments.find(({ id }) => id === meant?.environment);
  if (meant !== undefined && owner !== undefined) {
    const { tool: found } = meant;
    return {
      environment: owner,
      tool: found,
      action: { ...action, environment: owner.id, tool: found.name },
    };
  }
  return { failure: unknownTool(environments, action) };
}

function unknownTool(environments: readonly Environment[], action: Action): ToolFailure {
  const all = toolNames(environments).tools.map(({ name }) => name);
  const near = nearestNames(action.tool, all, { limit: 3 });
  const suggestions = near
    .filter(({ score }) => score >= SUGGESTION_SCORE)
    .map(({ name }) => ({ text: name }));
  const message = `There is no tool "${action.tool}". The tools are: ${all.join(", ")}.`;
  return { code: "unknown-tool", message, part: { text: action.tool }, suggestions };
}
