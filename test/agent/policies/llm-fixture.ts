import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect } from "vitest";
import { type LlmPolicyOptions, llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import type { PolicyRequest, TranscriptItem } from "../../../src/agent/policy-request.ts";
import type { PolicyContext } from "../../../src/agent/strategy.ts";
import { DEFAULT_ACT_LIMITS } from "../../../src/environment/act-context.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { Task } from "../../../src/environment/task.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import type { ScriptedTurn } from "../../../src/testing/scripted-model.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import type { PolicyReply } from "../../../src/trajectory/policy-reply.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { FILES, PRINCIPAL } from "../../support/run-fixture.ts";

export interface Asked {
  readonly environments?: readonly Environment[];
  readonly transcript?: readonly TranscriptItem[];
  readonly task?: Task;
  readonly mustConclude?: boolean;
  readonly mayAsk?: boolean;
  readonly signal?: AbortSignal;
}

export function policyContext({ environments, task, signal }: Asked = {}): PolicyContext {
  return {
    task: task ?? { question: "Which notes need salt?" },
    role: "agent",
    command: "model-1",
    environments: environments ?? [fileTreeEnvironment(FILES)],
    workspaces: new Map(),
    act: {
      principal: PRINCIPAL,
      signal: signal ?? new AbortController().signal,
      limits: DEFAULT_ACT_LIMITS,
      artifacts: memoryArtifactStore(),
    },
  };
}

export function policyRequest({ transcript = [], mustConclude = false, mayAsk }: Asked = {}): PolicyRequest {
  const asking = mayAsk === undefined ? {} : { mayAsk };
  return { kind: "step", transcript, mustConclude, ...asking };
}

/** What the policy makes of the turns of a model. */
export async function replyTo(
  script: readonly ScriptedTurn[],
  format: LlmPolicyOptions["format"],
  asked: Asked = {},
): Promise<PolicyReply> {
  const policy = llmPolicy({
    model: scriptedModel(script),
    format: format ?? "auto",
    firstDelayMilliseconds: 1,
  });
  return await policy.reply(policyRequest(asked), policyContext(asked));
}

/** The one action of a reply. */
export function onlyAction(reply: PolicyReply) {
  expect(reply.problem).toBeUndefined();
  expect(reply.actions).toHaveLength(1);
  return reply.actions[0];
}

/** What the model saw, as text. */
export async function seenBy(format: "native" | "text", asked: Asked, more: Partial<LlmPolicyOptions> = {}) {
  const model = scriptedModel([{ text: "Final Answer: x" }]);
  await llmPolicy({ model, format, ...more }).reply(policyRequest(asked), policyContext(asked));
  const [request] = model.requests;
  if (request === undefined) throw new Error("The model was not asked.");
  return request;
}

type Message = LanguageModelV4Prompt[number];
type Part = Exclude<Message["content"], string>[number];

/** The parts of all messages, in order. */
export function partsOf(prompt: LanguageModelV4Prompt): readonly Part[] {
  return prompt.flatMap(({ content }): readonly Part[] => (typeof content === "string" ? [] : content));
}
