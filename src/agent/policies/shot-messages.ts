import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { TranscriptItem } from "../policy-request.ts";
import { asData } from "../prompts/data-marks.ts";
import type { ReplyFormat } from "../prompts/system-prompt.ts";
import { taskPrompt } from "../prompts/task-prompt.ts";
import { renderCall } from "../text-actions/tool-signature.ts";
import type { ToolNames } from "../tool-names.ts";
import { nativeMessages } from "./native.ts";
import { assistantText, shortened, userText } from "./reply-text.ts";

/** A demonstration: how a question was answered once. Its results are cut as far as the demonstration needs them. */
export interface Shot {
  readonly question: string;
  readonly oracleKnowledge?: string;
  readonly transcript: readonly TranscriptItem[];
  readonly thought: string;
  readonly answer: string;
}

/** Demonstrations as turns of the conversation, in the form that the model is to use itself. */
export function shotMessages(
  shots: readonly Shot[],
  format: ReplyFormat,
  names: ToolNames,
): readonly LanguageModelV4Message[] {
  return shots.flatMap(({ transcript, thought, answer, ...task }, i) => {
    const question = userText(taskPrompt({ task, descriptions: [] }));
    const whole = [...transcript, { type: "step" as const, thought, actions: [], claim: { text: answer } }];
    if (format === "text") return [question, ...textMessages(whole, names)];
    return [question, ...nativeMessages([...whole, { type: "feedback", text: "Accepted." }], names, i + 1)];
  });
}

/** The transcript in the papers' form: the model's thoughts and actions against observations. */
export function textMessages(
  transcript: readonly TranscriptItem[],
  names: ToolNames,
): readonly LanguageModelV4Message[] {
  const several = transcript.some((item) => item.type === "step" && item.actions.length > 1);
  // A question that was put stands in the wish before it already.
  const shown = transcript.filter((item, i) => {
    const before = transcript[i - 1];
    return item.type !== "question" || before?.type !== "step" || before.wish === undefined;
  });
  return shown.map((item) => itemMessage(item, names, several));
}

function itemMessage(item: TranscriptItem, names: ToolNames, several: boolean): LanguageModelV4Message {
  switch (item.type) {
    case "step": {
      const thought = item.thought.trim();
      const said = thought === "" ? [] : [`Thought: ${thought}`];
      const { claim, assumptions = [] } = item;
      const end =
        claim === undefined
          ? []
          : [...assumptions.map((one) => `Assumption: ${one}`), `Final Answer: ${claim.text ?? "draft"}`];
      if (item.wish !== undefined) {
        const { question, words } = item.wish;
        const unclear = words.length === 0 ? [] : [`Words: ${words.join(", ")}`];
        return assistantText([...said, `Ask User: ${question}`, ...unclear].join("\n"));
      }
      if (item.actions.length === 0 && claim === undefined) {
        // What came in another form goes back as it came; a thought is shown in the form that the next one is to have.
        return assistantText(shortened(item.raw ?? said.join("\n")) || "(empty)");
      }
      const actions = item.actions.map(
        ({ action }) => `Action: ${callText(action.environment, action.tool, action.arguments, names)}`,
      );
      return assistantText([...said, ...actions, ...end].join("\n"));
    }
    case "result": {
      const { action } = item;
      const of = several ? ` of ${callText(action.environment, action.tool, action.arguments, names)}` : "";
      return userText(`Observation${of}:\n${asData(item.text)}`);
    }
    case "feedback":
      return userText(item.text);
    case "question":
      return assistantText(`Question to the person: ${item.text}`);
    case "answer":
      return userText(`The person answers: ${item.text}`);
  }
}

function callText(
  environment: string,
  tool: string,
  given: Parameters<typeof renderCall>[1],
  names: ToolNames,
): string {
  const named = names.tools.find((one) => one.environment === environment && one.tool.name === tool);
  return renderCall(names.nameOf(environment, tool), given, named?.tool);
}
