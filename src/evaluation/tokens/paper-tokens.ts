import { renderFailure, renderObservation } from "../../agent/render-result.ts";
import { renderCall } from "../../agent/text-actions/render-call.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { CountTokens } from "./count-tokens.ts";
import type { PaperPrompt } from "./paper-prompt.ts";
import { addParts, NO_TOKENS, type PartTokens } from "./prompt-parts.ts";

/** What a clause tool answers in a prompt of the papers' shape, which does not say: the least that it can. */
const DONE = "Done.";
const FRAME = 4;

/** Input tokens of a trajectory of one action per reply, had it been shown to a model in the papers' shape. */
export function paperTokens(
  { instructions, tools, schema, question }: PaperPrompt,
  events: readonly RunEvent[],
  building: ReadonlySet<string>,
  count: CountTokens,
): PartTokens {
  const stable: PartTokens = {
    ...NO_TOKENS,
    instructions: count(instructions),
    tools: count(tools),
    schema: count(schema),
    question: count(question),
    frame: FRAME,
  };
  let shown = stable;
  let all = NO_TOKENS;
  for (const event of events) {
    if (event.type === "policy-replied") {
      all = addParts(all, shown);
      const { thought, actions } = event.reply;
      const [action] = actions;
      const call = action === undefined ? "" : `\nAction: ${renderCall(action.tool, action.arguments)}`;
      shown = { ...shown, actions: shown.actions + count(`Thought: ${thought}${call}\n`) };
    }
    if (event.type === "action-observed") {
      const text = building.has(event.action.tool) ? DONE : renderObservation(event.observation);
      shown = { ...shown, observations: shown.observations + count(`Observation: ${text}\n`) };
    }
    if (event.type === "action-failed") {
      const text = renderFailure(event.failure);
      shown = { ...shown, feedback: shown.feedback + count(`Observation: ${text}\n`) };
    }
  }
  return all;
}
