import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { type CallModelOptions, callModel } from "../../model/call-model.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import {
  ModelError,
  type ProviderFailure,
  type Sampling,
  type SamplingSetting,
} from "../../model/provider-failure.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { ReplyFormat } from "../prompts/system-prompt.ts";
import type { PolicyContext } from "../strategy.ts";
import type { ToolSet } from "../tool-names.ts";
import type { Shot } from "./shot-messages.ts";

/** What the request could do without: provider tool calls, a reply in the form of a JSON Schema. */
interface Dispensable {
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
    return {
      ...this.options,
      signal: this.#signal,
      onRetry: ({ reason, waitMilliseconds }) =>
        this.#tell(`Trying the model again in ${(waitMilliseconds / 1000).toFixed(1)} s: ${reason}`),
    };
  }
}

/** A model, and how it is asked: format, sampling, demonstrations, retries. */
export interface LlmPolicyOptions
  extends Pick<CallModelOptions, "retries" | "firstDelayMilliseconds" | "longestDelayMilliseconds"> {
  /** An object, as `createModel` or any AI SDK provider gives it. */
  readonly model: LanguageModel;
  /** `auto` (default) uses the provider's tool calls until the model refuses them, then text. */
  readonly format?: ReplyFormat | "auto";
  /** Temperature 0 unless said otherwise. */
  readonly sampling?: Omit<Sampling, "stopSequences">;
  /** Demonstrations, shown before the question. */
  readonly shots?: readonly Shot[];
  /** `all` shows every tool; `lean` (default) leaves out those of databases that a model which writes SQL has no need of. */
  readonly tools?: ToolSet;
  /** Told to the model where given. */
  readonly stepLimit?: number;
  /** One line about something the policy did on its own: another format, a setting left out, a retry. */
  readonly onNotice?: (notice: string) => void;
}

/** What is known of a model from its refusals, kept for as long as the model object lives. */
class ModelAbilities {
  static readonly #known = new WeakMap<LanguageModel, ModelAbilities>();
  readonly #refused = new Set<SamplingSetting>();
  tools = true;
  /** Replies in a form given by a JSON Schema. */
  structured = true;

  static of(model: LanguageModel): ModelAbilities {
    const known = ModelAbilities.#known.get(model) ?? new ModelAbilities();
    ModelAbilities.#known.set(model, known);
    return known;
  }

  /**
   * Takes a refusal to heart. `tools` and `structured` say what the request asked for that it could do without. A notice where the request can be sent anew in another way, undefined where it
   * cannot.
   */
  learn(
    failure: ProviderFailure,
    { tools = false, structured = false }: { readonly tools?: boolean; readonly structured?: boolean },
  ): string | undefined {
    if (failure.kind === "tools-unsupported" && tools) {
      this.tools = false;
      return "The model takes no tool calls; going on in the text format.";
    }
    const { setting } = failure;
    if (setting === undefined && structured && this.structured && isBadRequest(failure)) {
      this.structured = false;
      return "The model takes no form of reply; going on with letters and plain text.";
    }
    if (setting === undefined || this.#refused.has(setting)) return undefined;
    this.#refused.add(setting);
    return `The model takes no ${setting}; going on without it.`;
  }

  usable(sampling: Sampling): Sampling {
    return Object.fromEntries(
      Object.entries(sampling).filter(
        ([name, value]) => value !== undefined && !this.#refused.has(name as SamplingSetting),
      ),
    );
  }
}

/** Servers word it in every way there is, so a request that was not understood is tried once without the form. */
function isBadRequest({ kind, status }: ProviderFailure): boolean {
  if (kind === "context-too-long" || kind === "cancelled") return false;
  return status === 400 || status === 422 || status === 501;
}
