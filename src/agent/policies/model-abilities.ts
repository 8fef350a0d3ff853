import type { LanguageModel } from "../../model/language-model.ts";
import type { ProviderFailure } from "../../model/provider-failure.ts";
import type { Sampling, SamplingSetting } from "../../model/sampling.ts";

/** What is known of a model from its refusals, kept for as long as the model object lives. */
export class ModelAbilities {
  static readonly #known = new WeakMap<LanguageModel, ModelAbilities>();
  readonly #refused = new Set<SamplingSetting>();
  tools = true;

  static of(model: LanguageModel): ModelAbilities {
    const known = ModelAbilities.#known.get(model) ?? new ModelAbilities();
    ModelAbilities.#known.set(model, known);
    return known;
  }

  /** Takes a refusal to heart. A notice where the request can be sent anew in another way, undefined where it cannot. */
  learn(failure: ProviderFailure, mayChangeFormat: boolean): string | undefined {
    if (failure.kind === "tools-unsupported" && mayChangeFormat) {
      this.tools = false;
      return "The model takes no tool calls; going on in the text format.";
    }
    const { setting } = failure;
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
