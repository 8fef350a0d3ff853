import type { Marked } from "./egress/marks.ts";
import type { FailingPart, FailureCode, MarkedFailure, MarkedSuggestion } from "./tool-failure.ts";

/** Thrown to refuse a request; the tool returns its `failure`. */
export class Refusal extends Error {
  readonly failure: MarkedFailure;

  constructor(
    code: FailureCode,
    message: Marked,
    part?: FailingPart,
    suggestions: readonly MarkedSuggestion[] = [],
    destination?: string,
  ) {
    super(message);
    this.failure = {
      code,
      message,
      ...(part && { part }),
      ...(destination && { destination }),
      suggestions,
    };
  }
}

/** The result of the work, or the failure of the `Refusal` that it throws. */
export async function orFailure<T>(work: () => Promise<T>): Promise<T | { readonly failure: MarkedFailure }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { failure: error.failure };
    throw error;
  }
}
