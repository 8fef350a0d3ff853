import { type Attributes, SpanKind } from "@opentelemetry/api";
import { keepingStatements } from "./contents.ts";
import { messagesAttribute, textMessage } from "./messages.ts";
import { observe } from "./observe.ts";
import { providerName } from "./provider-name.ts";
import { linksTo, positionOf } from "./trace-position.ts";

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
    ...(model === undefined ? {} : { "gen_ai.request.model": model }),
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
      ...(question === undefined
        ? {}
        : { contents: () => messagesAttribute("gen_ai.input.messages", [textMessage("user", question)]) }),
      measured: { histogram: "fuxi.run.duration", by: ["fuxi.outcome", "fuxi.strategy"] },
      ended: (result) => {
        const { outcome, reason, code, ...usage } = ended(result);
        return {
          error: code,
          attributes: {
            "fuxi.outcome": outcome,
            ...(reason === undefined ? {} : { "fuxi.stop.reason": reason }),
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
    ...(inputTokens === undefined ? {} : { "gen_ai.usage.input_tokens": inputTokens }),
    ...(outputTokens === undefined ? {} : { "gen_ai.usage.output_tokens": outputTokens }),
    ...(cachedInputTokens === undefined ? {} : { "gen_ai.usage.cache_read.input_tokens": cachedInputTokens }),
  };
}
