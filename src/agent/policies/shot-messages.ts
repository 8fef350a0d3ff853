import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { TranscriptItem } from "../policy-request.ts";
import type { ReplyFormat } from "../prompts/system-prompt.ts";
import { taskPrompt } from "../prompts/task-prompt.ts";
import type { ToolNames } from "../tool-names.ts";
import { assistantText, userText } from "./message-text.ts";
import { callId, claimMessages, nativeMessages } from "./native-messages.ts";
import { textMessages } from "./text-messages.ts";

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
    if (format === "text") {
      const end = assistantText(`Thought: ${thought}\nFinal Answer: ${answer}`);
      return [question, ...textMessages(transcript, names), end];
    }
    const calls = transcript.reduce((sum, item) => sum + (item.type === "step" ? item.actions.length : 0), 0);
    return [
      question,
      ...nativeMessages(transcript, names, i + 1),
      ...claimMessages(thought, { text: answer }, callId(i + 1, calls), "Accepted."),
    ];
  });
}
