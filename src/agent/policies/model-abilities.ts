import type { LanguageModel } from "../../model/language-model.ts";
import type { ProviderFailure } from "../../model/provider-failure.ts";
import type { Sampling, SamplingSetting } from "../../model/sampling.ts";

/** What is known of a model from its refusals, kept for as long as the model object lives. */
export class ModelAbilities {
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
