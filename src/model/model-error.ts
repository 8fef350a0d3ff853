import type { ErrorCode } from "../errors/error-codes.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { ProviderFailure } from "./provider-failure.ts";

const CODES: Readonly<Record<ProviderFailure["kind"], ErrorCode>> = {
  cancelled: "cancelled",
  "context-too-long": "context-too-long",
  refused: "model-refused",
  "tools-unsupported": "model-refused",
  "setting-unsupported": "model-refused",
  "malformed-tool-call": "model-unavailable",
  unavailable: "model-unavailable",
};

const HINTS: Readonly<Partial<Record<ProviderFailure["kind"], string>>> = {
  "context-too-long": "Use a model with a larger context window, or lower the limits on rows and characters.",
  "tools-unsupported": "Use the text format, or a model that can call tools.",
  unavailable: "Check that the server runs and can be reached, or try again later.",
};

/** A failed call of a model. The cause is left out on purpose: the raw error may hold the address with its key. */
export class ModelError extends FuxiError {
  /** What went wrong, sorted by what a caller can do about it. */
  readonly failure: ProviderFailure;

  constructor(model: string, failure: ProviderFailure) {
    const hint = failure.hint ?? HINTS[failure.kind];
    super(CODES[failure.kind], `${model}: ${failure.message}`, hint === undefined ? {} : { hint });
    this.failure = failure;
  }
}
