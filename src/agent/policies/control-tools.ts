import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import { toolDescription } from "../prompts/rules.ts";
import { ASK_USER, FINAL_ANSWER, GIVE_UP } from "../text-actions/control-calls.ts";
import type { ToolNames } from "../tool-names.ts";

/**
 * The environments' tools, the two that end a run and, where there is somebody to be asked, the one that asks, in a stable order.
 * @param mayAsk whether `ask_user` is among them
 */
export function providerTools(
  environments: readonly Environment[],
  names: ToolNames,
  mayAsk = false,
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
          description: "What you took for granted where the question was unclear.",
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
    ...(mayAsk ? [askUserTool()] : []),
  ];
}

function askUserTool(): LanguageModelV4FunctionTool {
  return functionTool(ASK_USER, "Asks the person who put the question; the answer comes as the result.", {
    type: "object",
    properties: {
      question: { type: "string", description: "One short question in plain words." },
      words: {
        type: "array",
        items: { type: "string" },
        description: "The unclear words, exactly as in the question; empty if something is left out.",
      },
      kind: {
        type: "string",
        enum: ["missing", "problematic", "several-meanings"],
        description:
          "Left out; matches nothing, such as a typo; or matches several things, or can be measured in several ways.",
      },
      options: {
        type: "array",
        items: { type: "string" },
        description: "The answers that results have shown to be possible, if any.",
      },
    },
    required: ["question", "words", "kind"],
    additionalProperties: false,
  });
}

/** That no further argument is taken is left out: it tells a model nothing, and a call with one is refused with the names that there are. */
function functionTool(name: string, description: string, schema: object): LanguageModelV4FunctionTool {
  const { additionalProperties, ...told } = schema as Record<string, unknown>;
  return {
    type: "function",
    name,
    description,
    inputSchema: (additionalProperties === false
      ? told
      : schema) as LanguageModelV4FunctionTool["inputSchema"],
  };
}
