import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { placeOf } from "../model/call-place.ts";

/** Which of several identical requests this is (from 0), and which attempt at it (from 0). */
export interface SamplePlace {
  /** Among whose requests it is counted; absent: among those of nobody in particular. */
  readonly lane?: string;
  readonly sample: number;
  readonly attempt: number;
}

/** Numbers identical requests of a lane in the order of their first attempts, so that several reviewers with one prompt stay several. */
export class SampleCounter {
  readonly #samples = new Map<string, number>();
  readonly #ofCall = new Map<string, number>();

  place(key: string, options: LanguageModelV4CallOptions): SamplePlace {
    const { call, attempt = 0, lane } = placeOf(options.providerOptions) ?? {};
    const inLane = lane === undefined ? {} : { lane };
    const ofLane = JSON.stringify([key, lane]);
    const name = JSON.stringify([key, lane, call]);
    const known = call === undefined ? undefined : this.#ofCall.get(name);
    if (known !== undefined) return { ...inLane, sample: known, attempt };
    const sample = this.#samples.get(ofLane) ?? 0;
    this.#samples.set(ofLane, sample + 1);
    if (call !== undefined) this.#ofCall.set(name, sample);
    return { ...inLane, sample, attempt };
  }
}
