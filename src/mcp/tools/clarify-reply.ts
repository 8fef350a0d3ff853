import { DECLINED } from "../../agent/strategies/react-state.ts";
import { chosenReading, settle } from "../../clarification/settle.ts";
import { settledSentence } from "../../environment/settled.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { JsonObject } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import { type PersonReply, relayedTexts } from "./clarification-question.ts";
import type { ToolReply } from "./mcp-tool.ts";

type Status = "clear" | "settled" | "declined" | "ask-the-person";

/** The result of a call of `clarify`: the status stands before the text, because it says what to do. */
export function clarifyReply(
  status: Status,
  text: string,
  workspace: string,
  more: JsonObject = {},
): ToolReply {
  const shown = `${status}: ${text}\nworkspace: ${workspace}`;
  return { type: "result", text: shown, data: { text, status, workspace, ...more } };
}

/** The person closed the form without a decision, which may have been by mistake: the question stays open and can be put in the conversation. */
export function afterCancel(clarification: Clarification, workspace: string): ToolReply {
  return toBeRelayed(clarification, workspace, ["The person closed the form without answering."]);
}

/** Where the client cannot ask: what the agent is to put to the person, and how the answer comes back. */
export function toBeRelayed(
  clarification: Clarification,
  workspace: string,
  before: readonly string[] = [],
): ToolReply {
  const readings = relayedTexts(clarification);
  const { question } = clarification;
  const how =
    readings.length === 0
      ? "the person's words"
      : "the number of a reading, counted from 1, or the person's words";
  const text = [
    ...before,
    visibleBlock(question),
    ...readings.map((reading, at) => `${at + 1}. ${visibleText(reading)}`),
    `Put this to the person, and end your turn with it. Then call clarify again with the same arguments and \`answer\`: ${how}.`,
  ].join("\n");
  return clarifyReply("ask-the-person", text, workspace, {
    question,
    ...(readings.length === 0 ? {} : { readings }),
  });
}

/** What came of a question, in the words of the reading that was chosen: they say where it is found. */
export function whatWasSaid(
  clarification: Clarification,
  reply: PersonReply,
): { readonly status: Status; readonly text: string; readonly data: JsonObject } {
  if (reply.type === "declined") return { status: "declined", text: DECLINED, data: {} };
  const chosen = chosenReading(clarification, reply);
  if (chosen?.told !== undefined && chosen.told !== chosen.text) {
    return {
      status: "settled",
      text: visibleText(`The person chose: ${chosen.told}`),
      data: { meaning: chosen.told },
    };
  }
  const sentence = settledSentence(settle(clarification, reply));
  const reading = chosen?.text;
  const more = reading === undefined || sentence.includes(reading) ? "" : `, that is: ${reading}`;
  return {
    status: "settled",
    text: visibleText(`${sentence}${more}`),
    data: { meaning: reading ?? reply.text },
  };
}
