import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { type CallModelOptions, callModel } from "../../model/call-model.ts";
import { ModelError } from "../../model/model-error.ts";
import type { Sampling } from "../../model/sampling.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { PolicyContext } from "../policy.ts";
import type { LlmPolicyOptions } from "./llm-policy-options.ts";
import { ModelAbilities } from "./model-abilities.ts";

/** What the request could do without: provider tool calls, a reply in the form of a JSON Schema. */
export interface Dispensable {
  readonly tools?: boolean;
  readonly structured?: boolean;
}

/** Everything that is asked of a model for one reply of its policy: several calls, where one cannot be used. */
export class ModelConversation {
  readonly options: LlmPolicyOptions;
  readonly abilities: ModelAbilities;
  /** Of all calls so far. */
  usage: Usage = NO_USAGE;
  readonly #signal: AbortSignal;

  constructor(options: LlmPolicyOptions, { act }: PolicyContext) {
    this.options = options;
    this.abilities = ModelAbilities.of(options.model);
    this.#signal = act.signal;
  }

  /**
   * One result of the model. What the model refuses and the request can do without is left out, and `request` made anew.
   * @throws ModelError
   */
  async ask(
    request: () => Promise<LanguageModelV4CallOptions>,
    dispensable: () => Dispensable = () => ({}),
  ): Promise<LanguageModelV4GenerateResult> {
    for (;;) {
      const call = await request();
      const without = dispensable();
      try {
        const { result, usage } = await callModel(this.options.model, call, this.#callOptions());
        this.usage = addUsage(this.usage, usage);
        return result;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const notice = this.abilities.learn(error.failure, without);
        if (notice === undefined) throw error;
        this.#tell(notice);
      }
    }
  }

  /** How replies are drawn, as far as the model takes it. */
  settings(stopSequences?: readonly string[]): Partial<LanguageModelV4CallOptions> {
    const wanted: Sampling = {
      temperature: 0,
      ...this.options.sampling,
      ...(stopSequences === undefined ? {} : { stopSequences }),
    };
    const { stopSequences: stops, ...settings } = this.abilities.usable(wanted);
    return { ...settings, ...(stops === undefined ? {} : { stopSequences: [...stops] }) };
  }

  #tell(notice: string): void {
    this.options.onNotice?.(notice);
  }

  #callOptions(): CallModelOptions {
    const { retries, firstDelayMilliseconds, longestDelayMilliseconds } = this.options;
    return {
      signal: this.#signal,
      ...(retries === undefined ? {} : { retries }),
      ...(firstDelayMilliseconds === undefined ? {} : { firstDelayMilliseconds }),
      ...(longestDelayMilliseconds === undefined ? {} : { longestDelayMilliseconds }),
      onRetry: ({ reason, waitMilliseconds }) =>
        this.#tell(`Trying the model again in ${(waitMilliseconds / 1000).toFixed(1)} s: ${reason}`),
    };
  }
}
