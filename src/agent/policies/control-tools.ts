import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import type { Tool } from "../../environment/tool.ts";
import { toolDescription } from "../prompts/tool-description.ts";
import type { ToolNames } from "../tool-names.ts";

export const FINAL_ANSWER = "final_answer";
export const GIVE_UP = "give_up";

/** How the arguments of the two control tools are read; see `providerTools` for what models see. */
export const CONTROL_PARAMETERS: Readonly<Record<string, Pick<Tool, "inputSchema">>> = {
  [FINAL_ANSWER]: {
    inputSchema: {
      type: "object",
      properties: {
        answer: { type: "string" },
        environment: { type: "string" },
        assumptions: { type: "array", items: { type: "string" } },
      },
    },
  },
  [GIVE_UP]: {
    inputSchema: {
      type: "object",
      properties: { reason: { type: "string" }, words: { type: "array", items: { type: "string" } } },
      required: ["reason"],
    },
  },
};

/** The environments' tools and the two that end a run, in a stable order. */
export function providerTools(
  environments: readonly Environment[],
  names: ToolNames,
): LanguageModelV4FunctionTool[] {
  const several = environments.length > 1;
  return [
    ...names.tools.map((named) =>
      functionTool(named.name, toolDescription(named, names), named.tool.inputSchema),
    ),
    functionTool(FINAL_ANSWER, "Hands in the answer and ends the run.", {
      type: "object",
      properties: {
        answer: {
          type: "string",
          description: several
            ? "In the form that the instructions of that environment ask for. Leave it out to hand in what was built there with the tools."
            : "In the form that the instructions ask for. Leave it out to hand in the draft built with the tools.",
        },
        ...(several ? { environment: { type: "string", enum: environments.map(({ id }) => id) } } : {}),
        assumptions: {
          type: "array",
          items: { type: "string" },
          description: "What you took for granted where the question was unclear, one sentence each.",
        },
      },
      ...(several ? { required: ["environment"] } : {}),
      additionalProperties: false,
    }),
    functionTool(GIVE_UP, "Ends the run without an answer: what is asked cannot be found here.", {
      type: "object",
      properties: {
        reason: { type: "string" },
        words: {
          type: "array",
          items: { type: "string" },
          description: "Words of the question that match nothing.",
        },
      },
      required: ["reason"],
      additionalProperties: false,
    }),
  ];
}

function functionTool(name: string, description: string, schema: object): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name,
    description,
    inputSchema: schema as LanguageModelV4FunctionTool["inputSchema"],
  };
}
