import type { FailingPart, FailureCode, Suggestion, ToolFailure } from "./tool-failure.ts";

/** Thrown where what was asked for is not done; tools answer with its failure. */
export class Refusal extends Error {
  readonly failure: ToolFailure;

  constructor(
    code: FailureCode,
    message: string,
    part?: FailingPart,
    suggestions: readonly Suggestion[] = [],
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

/** What the work gives, or the failure for which it is refused. */
export async function orFailure<T>(work: () => Promise<T>): Promise<T | { readonly failure: ToolFailure }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { failure: error.failure };
    throw error;
  }
}
