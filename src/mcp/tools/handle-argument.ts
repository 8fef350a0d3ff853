import { tooLarge } from "../../environment/argument-bounds.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Json, JsonObject } from "../../util/json.ts";

export type HandleRead =
  | { readonly handle?: string; readonly input: JsonObject; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly input?: never; readonly handle?: never };

/** Takes the handle out of the arguments of a call; what is left is the tool's own. An empty one counts as none; arguments that are too large are refused. */
export function readHandle(given: JsonObject, tool: string): HandleRead {
  const large = tooLarge(tool, given);
  if (large !== undefined) return { failure: large };
  const { workspace, ...input } = given;
  if (workspace === undefined || workspace === null || isBlank(workspace)) return { input };
  if (typeof workspace === "string") return { handle: workspace, input };
  return {
    failure: {
      code: "invalid-arguments",
      message: `Argument "workspace" of ${tool} is the handle that open_workspace returned, as text.`,
      part: { argument: "workspace" },
      suggestions: [],
    },
  };
}

const isBlank = (value: Json): boolean => typeof value === "string" && value.trim() === "";

/** For tools that can do nothing in a workspace in which nothing was done. */
export function handleMissing(tool: string, prerequisites: readonly string[]): ToolFailure {
  return {
    code: "invalid-arguments",
    message: `${tool} lacks its argument "workspace": it works on what ${prerequisites.join(", ")} left there.`,
    part: { argument: "workspace" },
    suggestions: [{ text: "open_workspace", reason: "returns the handle of a new workspace" }],
  };
}
