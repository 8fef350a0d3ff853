import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Task } from "../../environment/task.ts";
import type { PolicyContext } from "../policy.ts";
import type { PolicyRequest } from "../policy-request.ts";
import { LAST_REPLY } from "../prompts/reply-rules.ts";
import type { ReplyFormat, SystemPrompt } from "../prompts/system-prompt.ts";
import { taskPrompt } from "../prompts/task-prompt.ts";
import { toolNames } from "../tool-names.ts";
import { cacheable } from "./cacheable.ts";
import type { LlmPolicyOptions } from "./llm-policy-options.ts";
import { mergeNeighbours, userText } from "./message-text.ts";
import { nativeMessages } from "./native-messages.ts";
import { shotMessages } from "./shot-messages.ts";
import { textMessages } from "./text-messages.ts";

/** The main context: the system prompt, demonstrations, the question, and the transcript as turns. */
export async function conversationPrompt(
  system: SystemPrompt,
  { transcript, mustConclude }: PolicyRequest,
  { environments, task, act }: PolicyContext,
  format: ReplyFormat,
  { shots = [], stepLimit }: Pick<LlmPolicyOptions, "shots" | "stepLimit">,
): Promise<LanguageModelV4Prompt> {
  const names = toolNames(environments);
  const descriptions = await Promise.all(
    system.pruned.map(async (environment) => ({
      environment: environment.id,
      text: (await environment.describe("task", task, act)).text,
    })),
  );
  const render = format === "native" ? nativeMessages : textMessages;
  const limit = stepLimit === undefined ? {} : { stepLimit };
  const turns: readonly LanguageModelV4Message[] = mergeNeighbours([
    ...shotMessages(shots, format, names),
    userText(taskPrompt({ task: knownBefore(task, transcript), descriptions, ...limit })),
    ...render(transcript, names),
    ...(mustConclude ? [userText(LAST_REPLY[format])] : []),
  ]);
  return cacheable([{ role: "system", content: system.text }, ...turns]);
}

/** The task without what the transcript itself says: answers of this run stand there as turns, and the beginning stays as it was. */
function knownBefore(task: Task, transcript: PolicyRequest["transcript"]): Task {
  const { settled, ...rest } = task;
  const said = transcript.filter(({ type }) => type === "answer").length;
  const before = (settled ?? []).slice(0, Math.max(0, (settled ?? []).length - said));
  return before.length === 0 ? rest : { ...rest, settled: before };
}
