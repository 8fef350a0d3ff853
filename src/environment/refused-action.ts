import { z } from "zod";
import { nearestNames } from "../util/nearest-names.ts";
import type { Action } from "./action.ts";
import type { Tool } from "./tool.ts";
import type { ToolFailure } from "./tool-failure.ts";

const MOST_SUGGESTIONS = 3;

/**
 * The failure of an action that no tool can take as it stands: its tool does not exist, or its arguments are not as the tool's schema says.
 * For environments that have nothing better to say about either.
 */
export function refusedAction(tools: readonly Tool[], action: Action): ToolFailure | undefined {
  const tool = tools.find(({ name }) => name === action.tool);
  const names = tools.map(({ name }) => name);
  if (tool === undefined) {
    const message = `There is no tool "${action.tool}". The tools are: ${names.join(", ")}.`;
    return {
      code: "unknown-tool",
      message,
      part: { text: action.tool },
      suggestions: near(action.tool, names),
    };
  }
  const schema = tool.inputSchema as Parameters<typeof z.fromJSONSchema>[0];
  const [issue] = z.fromJSONSchema(schema).safeParse(action.arguments).error?.issues ?? [];
  if (issue === undefined) return undefined;
  const known = Object.keys((tool.inputSchema.properties ?? {}) as object);
  const [unknown] = issue.code === "unrecognized_keys" ? issue.keys : [];
  const argument = unknown ?? issue.path.map(String).join(".");
  return {
    code: "invalid-arguments",
    message: `${issue.message}${argument === "" ? "" : ` (${argument})`}. ${tool.name} takes: ${known.join(", ")}.`,
    part: { argument },
    suggestions: unknown === undefined ? [] : near(unknown, known),
  };
}

function near(word: string, names: readonly string[]): readonly { readonly text: string }[] {
  return nearestNames(word, names, { limit: MOST_SUGGESTIONS }).map(({ name }) => ({ text: name }));
}
