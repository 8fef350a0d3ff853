import { type Attributes, isSpanContextValid, type Link, type Span, SpanKind } from "@opentelemetry/api";
import {
  contentText,
  keepingStatements,
  messagesAttribute,
  type ObservedMessage,
  textMessage,
} from "./contents.ts";
import { observe, observed } from "./observe.ts";

interface ObservedTool {
  /** Absent where no tool has the name that was written: what a model writes is no closed set. */
  readonly tool?: {
    readonly name: string;
    readonly environment: string;
    readonly kind: string;
    /** Values of the environment are kept from the model. */
    readonly withholds: boolean;
  };
  readonly arguments: unknown;
}

interface ToolEnd {
  /** Code of the failure. */
  readonly failure?: string | undefined;
  /** What the model reads. */
  readonly text: string;
}

/** The conventions tell tools that look something up from those that call an API; of a user's own kind neither is known. */
const TYPES: Readonly<Record<string, string>> = {
  database: "datastore",
  "knowledge-base": "datastore",
  "rest-api": "extension",
};

/** `execute_tool {tool}`, with what the tool does in it. */
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
          "gen_ai.tool.type": TYPES[tool.kind] ?? "function",
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
  /** As the AI SDK names it. */
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

/** `chat {model}`: one reply, however often it had to be tried. */
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

/** `gen_ai.provider.name` of a provider of the AI SDK: `openai.chat` is `openai`. One that the conventions do not know keeps its name. */
export function providerName(provider: string): string {
  const known = NAMES.find(([name]) => provider === name || provider.startsWith(`${name}.`));
  return known?.[1] ?? provider.split(".")[0] ?? provider;
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/u;

/** Where a span stands, in the form of W3C `traceparent`; undefined where nobody records it. */
function positionOf(span: Span): string | undefined {
  const where = span.spanContext();
  if (!span.isRecording() || !isSpanContextValid(where)) return undefined;
  return `00-${where.traceId}-${where.spanId}-${where.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Links to a place that `positionOf` gave, or to none. */
export function linksTo(position: string | undefined): readonly Link[] {
  const [, traceId, spanId, flags] = FORM.exec(position ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}

export interface ObservedRun {
  readonly runId: string;
  readonly strategy: string;
  /** Its id: "built-in", "llm:provider/model". */
  readonly policy: string;
  readonly kinds: readonly string[];
  /** Values of an environment are kept from the model. */
  readonly withholds: boolean;
  /** Of a run that goes on: where it was traced before, if it was. */
  readonly resumed?: { readonly position: string | undefined };
  readonly question: string | undefined;
}

export interface RunEnd {
  readonly outcome: string;
  /** What stopped it. */
  readonly reason?: string | undefined;
  /** Of a run that failed. */
  readonly code?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
}

/** `invoke_agent fuxi`. The work is given the place of its span, to be kept with the run. */
export function observeRun<T>(
  { runId, strategy, policy, kinds, withholds, resumed, question }: ObservedRun,
  ended: (result: T) => RunEnd,
  work: (position: string | undefined) => Promise<T>,
): Promise<T> {
  const [, provider, model] = /^llm:([^/]*)\/(.*)$/su.exec(policy) ?? [];
  const attributes: Attributes = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "fuxi",
    "gen_ai.conversation.id": runId,
    "gen_ai.provider.name": provider === undefined ? "fuxi" : providerName(provider),
    "gen_ai.request.model": model,
    "fuxi.run.id": runId,
    "fuxi.run.resumed": resumed !== undefined,
    "fuxi.strategy": strategy,
    "fuxi.environment.kinds": [...kinds],
  };
  return observe(
    {
      name: "invoke_agent fuxi",
      kind: SpanKind.INTERNAL,
      attributes,
      links: linksTo(resumed?.position),
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
    (span) => keepingStatements(withholds, () => work(positionOf(span))),
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

/** An environment that makes an answer of a claim. */
interface ObservedConclude {
  readonly id: string;
  readonly kind: string;
  /** Present where values of it are kept from the model. */
  readonly egress?: string;
}

/** `conclude {kind}`: making an answer of what was claimed, with the statements and requests of that in it. The conventions have no such operation. */
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
