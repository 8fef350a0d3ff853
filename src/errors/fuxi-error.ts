import type { ErrorCode } from "./error-codes.ts";

const MARKER = Symbol.for("fuxi.error");

/** What an error may carry beside its code and message. */
export interface FuxiErrorOptions {
  /** What the reader can do about it, as one imperative sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * Root of every error that Fuxi throws on purpose. `message` says what happened in one line, `hint` what to do.
 * Use `FuxiError.isInstance`, which also holds across two copies of the package, instead of `instanceof`.
 */
export class FuxiError extends Error {
  /** @internal */
  readonly [MARKER] = true;
  /** What callers tell errors apart by. */
  readonly code: ErrorCode;
  /** What the reader can do about it, as one imperative sentence. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: FuxiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
  }

  static isInstance(value: unknown): value is FuxiError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[MARKER] === true;
  }
}
