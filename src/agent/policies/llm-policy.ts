import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
} from "@ai-sdk/provider";
import { type CallModelOptions, callModel } from "../../model/call-model.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { ModelError } from "../../model/model-error.ts";
import type { Sampling } from "../../model/sampling.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { Policy, PolicyContext } from "../policy.ts";
import type { PolicyRequest } from "../policy-request.ts";
import { LAST_REPLY } from "../prompts/reply-rules.ts";
import { type ReplyFormat, systemPrompt } from "../prompts/system-prompt.ts";
import { taskPrompt } from "../prompts/task-prompt.ts";
import { toolNames } from "../tool-names.ts";
import { providerTools } from "./control-tools.ts";
import { mergeNeighbours, userText } from "./message-text.ts";
import { ModelAbilities } from "./model-abilities.ts";
import { nativeMessages } from "./native-messages.ts";
import { nativeReply } from "./native-reply.ts";
import { type Shot, shotMessages } from "./shot-messages.ts";
import { textMessages } from "./text-messages.ts";
import { textReply } from "./text-reply.ts";

export interface LlmPolicyOptions
  extends Pick<CallModelOptions, "retries" | "firstDelayMilliseconds" | "longestDelayMilliseconds"> {
  readonly model: LanguageModel;
  /** `auto` (default) uses the provider's tool calls until the model refuses them, then text. */
  readonly format?: ReplyFormat | "auto";
  /** Temperature 0 unless said otherwise. */
  readonly sampling?: Omit<Sampling, "stopSequences">;
  /** Demonstrations, shown before the question. */
  readonly shots?: readonly Shot[];
  /** Told to the model where given. */
  readonly stepLimit?: number;
  /** One line about something the policy did on its own: another format, a setting left out, a retry. */
  readonly onNotice?: (notice: string) => void;
}

/** A language model decides, by prompting (Middleware, Section 3.2). What it sees is made anew from the request at each call. */
export function llmPolicy(options: LlmPolicyOptions): Policy {
  const { model, format = "auto", onNotice = () => {} } = options;
  const abilities = ModelAbilities.of(model);

  const reply = async (request: PolicyRequest, context: PolicyContext): Promise<PolicyReply> => {
    const names = toolNames(context.environments);
    let usage: Usage = NO_USAGE;
    for (;;) {
      const using = format === "auto" ? (abilities.tools ? "native" : "text") : format;
      const call = await modelRequest(request, context, using, options, abilities);
      let result: LanguageModelV4GenerateResult;
      try {
        const answered = await callModel(model, call, callOptions(options, context, onNotice));
        usage = addUsage(usage, answered.usage);
        result = answered.result;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const notice = abilities.learn(error.failure, format === "auto" && using === "native");
        if (notice !== undefined) {
          onNotice(notice);
          continue;
        }
        if (error.failure.kind !== "malformed-tool-call") throw error;
        return {
          thought: "",
          actions: [],
          problem: unreadableCall(error),
          usage: addUsage(usage, { calls: 1 }),
        };
      }
      const read = using === "native" ? nativeReply : textReply;
      return { ...read(result, names, context.environments), usage };
    }
  };
  return { id: `llm:${model.provider}/${model.modelId}`, reply };
}

async function modelRequest(
  { transcript, mustConclude }: PolicyRequest,
  { environments, task, act }: PolicyContext,
  format: ReplyFormat,
  { sampling, shots = [], stepLimit }: LlmPolicyOptions,
  abilities: ModelAbilities,
): Promise<LanguageModelV4CallOptions> {
  const names = toolNames(environments);
  const system = await systemPrompt(environments, names, format, act);
  const descriptions = await Promise.all(
    system.pruned.map(async (environment) => ({
      environment: environment.id,
      text: (await environment.describe("task", task, act)).text,
    })),
  );
  const render = format === "native" ? nativeMessages : textMessages;
  const limit = stepLimit === undefined ? {} : { stepLimit };
  const turns = mergeNeighbours([
    ...shotMessages(shots, format, names),
    userText(taskPrompt({ task, descriptions, ...limit })),
    ...render(transcript, names),
    ...(mustConclude ? [userText(LAST_REPLY[format])] : []),
  ]);
  const { stopSequences, ...settings } = abilities.usable({
    temperature: 0,
    ...sampling,
    ...(format === "text" ? { stopSequences: ["Observation:"] } : {}),
  });
  return {
    prompt: cacheable([{ role: "system", content: system.text }, ...turns]),
    ...settings,
    ...(stopSequences === undefined ? {} : { stopSequences: [...stopSequences] }),
    ...(format === "native"
      ? { tools: providerTools(environments, names), toolChoice: { type: "auto" } }
      : {}),
  };
}

/** Marks for providers that cache only what is marked: the stable part, and the conversation so far. Others cache prefixes by themselves. */
function cacheable(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };
  return messages.map((message, i) =>
    i === 0 || i === messages.length - 1 ? { ...message, providerOptions: mark } : message,
  );
}

function callOptions(
  options: LlmPolicyOptions,
  { act }: PolicyContext,
  onNotice: (notice: string) => void,
): CallModelOptions {
  const { retries, firstDelayMilliseconds, longestDelayMilliseconds } = options;
  return {
    signal: act.signal,
    ...(retries === undefined ? {} : { retries }),
    ...(firstDelayMilliseconds === undefined ? {} : { firstDelayMilliseconds }),
    ...(longestDelayMilliseconds === undefined ? {} : { longestDelayMilliseconds }),
    onRetry: ({ reason, waitMilliseconds }) =>
      onNotice(`Trying the model again in ${(waitMilliseconds / 1000).toFixed(1)} s: ${reason}`),
  };
}

function unreadableCall(error: ModelError): NonNullable<PolicyReply["problem"]> {
  const message = `The provider could not read your tool call (${error.failure.message}). Send it again with valid JSON arguments.`;
  return { kind: "malformed-action", message };
}
