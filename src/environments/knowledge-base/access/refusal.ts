import type { FailingPart, FailureCode, Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";

/** Thrown where a tool ends with a failure that the model reads. */
export class Refusal extends Error {
  readonly failure: ToolFailure;

  constructor(
    code: FailureCode,
    message: string,
    part?: FailingPart,
    suggestions: readonly Suggestion[] = [],
  ) {
    super(message);
    this.failure = { code, message, ...(part && { part }), suggestions };
  }
}
