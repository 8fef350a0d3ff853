import type { ServerTurn } from "../../src/testing/scripted-openai-server.ts";
import type { JsonObject } from "../../src/util/json.ts";

const usage = { inputTokens: 100, outputTokens: 10 };

/** What one role of the team says, as a model would send it. */
export const says = (output: JsonObject): ServerTurn => ({ text: JSON.stringify(output), usage });

/** The same replies of a team that writes no thoughts. */
export function withoutThoughts(turns: readonly ServerTurn[]): readonly ServerTurn[] {
  return turns.map((turn) => {
    const { thought: _, ...output } = JSON.parse("text" in turn ? (turn.text ?? "{}") : "{}") as JsonObject;
    return says(output);
  });
}

/** The four replies of one step: planned, chosen, called, read. */
export function stepTurns(
  step: string,
  operation: string,
  given: JsonObject,
  expression: string,
): readonly ServerTurn[] {
  return [
    says({ thought: "One step at a time.", step }),
    says({ thought: "This one does it.", operation, purpose: step }),
    says({ thought: "As documented.", arguments: given, extract: "what was asked for" }),
    says({ thought: "By its form.", expression }),
  ];
}
