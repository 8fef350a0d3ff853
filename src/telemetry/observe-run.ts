import { type Attributes, SpanKind } from "@opentelemetry/api";
import {
  contentText,
  keepingStatements,
  messagesAttribute,
  type ObservedMessage,
  textMessage,
} from "./contents.ts";
import { observe, observed } from "./observe.ts";

interface ObservedTool {
  /** Absent if no tool has the written name: names that models write are no closed set. */
  readonly tool?: {
    readonly name: string;
    readonly environment: string;
    readonly kind: string;
    /** Tool type of the conventions: `datastore` for lookups in a store, `extension` for calls of an API, else `function`. */
    readonly type: "datastore" | "extension" | "function";
    /** True if values of the environment are withheld from the model. */
    readonly withholds: boolean;
  };
  readonly arguments: unknown;
}

interface ToolEnd {
  /** Code of the failure. */
  readonly failure?: string | undefined;
  /** Text that the model reads. */
  readonly text: string;
}

/** The span `execute_tool {tool}`, around the tool's work. */
export function observeTool<T>(
  { tool, arguments: given }: ObservedTool,
  ended: (result: T) => ToolEnd,
  work: () => Promise<T>,
): Promise<T> {
  if (!observed()) return work();
  const where: Attributes =
    tool === undefined
      ? {}
      : {
          "gen_ai.tool.name": tool.name,
          "gen_ai.tool.type": tool.type,
          "fuxi.environment.id": tool.environment,
          "fuxi.environment.kind": tool.kind,
        };
  return observe<T>(
    {
      name: tool === undefined ? "execute_tool" : `execute_tool ${tool.name}`,
      kind: SpanKind.INTERNAL,
      attributes: { "gen_ai.operation.name": "execute_tool", ...where },
      contents: () => ({ "gen_ai.tool.call.arguments": contentText(given) }),
      ended: (result) => {
        const { failure, text } = ended(result);
        return { error: failure, contents: () => ({ "gen_ai.tool.call.result": contentText(text) }) };
      },
    },
    () => keepingStatements(tool?.withholds === true, work),
  );
}

interface ObservedChat {
  /** The provider's name in the AI SDK. */
  readonly provider: string;
  readonly model: string;
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly messages: () => readonly ObservedMessage[];
}

interface ChatEnd extends Pick<RunEnd, "inputTokens" | "outputTokens" | "cachedInputTokens"> {
  readonly finishReason: string;
  readonly responseModel?: string | undefined;
  readonly responseId?: string | undefined;
  readonly retries: number;
  readonly messages: () => readonly ObservedMessage[];
}

/** The span `chat {model}`: one reply, with all its retries. */
export function observeChat<T>(
  given: ObservedChat,
  ended: (result: T) => ChatEnd,
  work: () => Promise<T>,
): Promise<T> {
  const { provider, model, temperature, seed, maxTokens, messages } = given;
  const attributes: Attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": providerName(provider),
    "gen_ai.request.model": model,
    "gen_ai.request.temperature": temperature,
    "gen_ai.request.seed": seed,
    "gen_ai.request.max_tokens": maxTokens,
  };
  return observe<T>(
    {
      name: `chat ${model}`,
      kind: SpanKind.CLIENT,
      attributes,
      contents: () => messagesAttribute("gen_ai.input.messages", messages()),
      ended: (result) => {
        const end = ended(result);
        const { finishReason, responseModel, responseId, retries } = end;
        return {
          attributes: {
            "gen_ai.response.finish_reasons": [finishReason],
            "gen_ai.response.model": responseModel,
            "gen_ai.response.id": responseId,
            "fuxi.model.retries": retries || undefined,
            ...usageAttributes(end),
          },
          contents: () => messagesAttribute("gen_ai.output.messages", end.messages()),
        };
      },
    },
    work,
  );
}

/** Names of providers in the AI SDK, the longest first, and what the conventions call them. */
const NAMES: readonly (readonly [string, string])[] = [
  ["google.generative-ai", "gcp.gemini"],
  ["google.vertex", "gcp.vertex_ai"],
  ["google-vertex", "gcp.vertex_ai"],
  ["amazon-bedrock", "aws.bedrock"],
  ["azure", "azure.ai.openai"],
  ["mistral", "mistral_ai"],
  ["moonshotai", "moonshot_ai"],
  ["xai", "x_ai"],
  ["google", "gcp.gen_ai"],
];

/** `gen_ai.provider.name` of a provider of the AI SDK: `openai.chat` is `openai`. An unknown provider keeps its name. */
export function providerName(provider: string): string {
  const known = NAMES.find(([name]) => provider === name || provider.startsWith(`${name}.`));
  return known?.[1] ?? provider.split(".")[0] ?? provider;
}

export interface ObservedRun {
  readonly runId: string;
  readonly strategy: string;
  /** Id of the policy: "built-in", "llm:provider/model". */
  readonly policy: string;
  readonly kinds: readonly string[];
  /** True if values of an environment are withheld from the model. */
  readonly withholds: boolean;
  /** True if an earlier call began the run. Its spans have the same `fuxi.run.id`. */
  readonly resumed: boolean;
  readonly question: string | undefined;
}

export interface RunEnd {
  readonly outcome: string;
  /** Reason of a stopped run. */
  readonly reason?: string | undefined;
  /** Error code of a failed run. */
  readonly code?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
}

/** The span `invoke_agent fuxi`. */
export function observeRun<T>(
  { runId, strategy, policy, kinds, withholds, resumed, question }: ObservedRun,
  ended: (result: T) => RunEnd,
  work: () => Promise<T>,
): Promise<T> {
  const [, provider, model] = /^llm:([^/]*)\/(.*)$/su.exec(policy) ?? [];
  const attributes: Attributes = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "fuxi",
    "gen_ai.conversation.id": runId,
    "gen_ai.provider.name": provider === undefined ? "fuxi" : providerName(provider),
    "gen_ai.request.model": model,
    "fuxi.run.id": runId,
    "fuxi.run.resumed": resumed,
    "fuxi.strategy": strategy,
    "fuxi.environment.kinds": [...kinds],
  };
  return observe(
    {
      name: "invoke_agent fuxi",
      kind: SpanKind.INTERNAL,
      attributes,
      contents:
        question === undefined
          ? undefined
          : () => messagesAttribute("gen_ai.input.messages", [textMessage("user", question)]),
      ended: (result) => {
        const { outcome, reason, code, ...usage } = ended(result);
        return {
          error: code,
          attributes: {
            "fuxi.outcome": outcome,
            "fuxi.stop.reason": reason,
            ...usageAttributes(usage),
          },
        };
      },
    },
    () => keepingStatements(withholds, work),
  );
}

export function usageAttributes({
  inputTokens,
  outputTokens,
  cachedInputTokens,
}: Pick<RunEnd, "inputTokens" | "outputTokens" | "cachedInputTokens">): Attributes {
  return {
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "gen_ai.usage.cache_read.input_tokens": cachedInputTokens,
  };
}

/** An environment that turns a claim into an answer. */
interface ObservedConclude {
  readonly id: string;
  readonly kind: string;
  /** Present if values of the environment are withheld from the model. */
  readonly egress?: string;
}

/** The span `conclude {kind}`: turning a claim into an answer, with the statements and requests for it. The conventions have no such operation. */
export function observeConclude<T extends { readonly failure?: { readonly code: string } | undefined }>(
  { id, kind, egress }: ObservedConclude,
  work: () => Promise<T>,
): Promise<T> {
  return observe<T>(
    {
      name: `conclude ${kind}`,
      kind: SpanKind.INTERNAL,
      attributes: { "fuxi.environment.id": id, "fuxi.environment.kind": kind },
      ended: ({ failure }) => ({ error: failure?.code }),
    },
    () => keepingStatements(egress !== undefined, work),
  );
}
