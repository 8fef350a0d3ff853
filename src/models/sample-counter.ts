import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { placeOf } from "../model/call-place.ts";

/** Which of several identical requests this is (from 0), and which attempt at it (from 0). */
export interface SamplePlace {
  readonly sample: number;
  readonly attempt: number;
}

/** Numbers identical requests in the order of their first attempts, so that several reviewers with one prompt stay several. */
export class SampleCounter {
  readonly #samples = new Map<string, number>();
  readonly #ofCall = new Map<string, number>();

  place(key: string, options: LanguageModelV4CallOptions): SamplePlace {
    const place = placeOf(options.providerOptions);
    const name = `${key} ${place?.call}`;
    const known = place === undefined ? undefined : this.#ofCall.get(name);
    if (known !== undefined) return { sample: known, attempt: place?.attempt ?? 0 };
    const sample = this.#samples.get(key) ?? 0;
    this.#samples.set(key, sample + 1);
    if (place !== undefined) this.#ofCall.set(name, sample);
    return { sample, attempt: place?.attempt ?? 0 };
  }
}
