import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { StoreBounds } from "../../store/store-bounds.ts";
import { TripleStoreError } from "../../store/triple-store-error.ts";

/** The bounds of one call of the store, which may need several requests. */
export class WorkLimit {
  /** Aborted when the caller cancels, when time is up, or when the store is closed. */
  readonly signal: AbortSignal;
  readonly #bounds: StoreBounds;
  readonly #closed: AbortSignal;
  readonly #until: number;

  constructor(bounds: StoreBounds, closed: AbortSignal) {
    this.#bounds = bounds;
    this.#closed = closed;
    this.#until = performance.now() + bounds.milliseconds;
    this.signal = AbortSignal.any([
      bounds.signal,
      closed,
      AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(bounds.milliseconds)), 2 ** 31 - 1)),
    ]);
  }

  /** Milliseconds that are left. */
  remaining(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** A share of what is left, for a question that can do without an answer. */
  part(milliseconds: number): WorkLimit {
    return new WorkLimit(
      { milliseconds: Math.min(milliseconds, this.remaining()), signal: this.#bounds.signal },
      this.#closed,
    );
  }

  /** Why the signal is aborted. */
  reason(): Error {
    if (this.#bounds.signal.aborted || this.#closed.aborted)
      return new FuxiError("cancelled", "The work was cancelled.");
    return new TripleStoreError({
      kind: "time-limit",
      engineMessage: `The endpoint did not answer within ${Math.round(this.#bounds.milliseconds)} ms, and the request was stopped.`,
    });
  }

  throwIfOver(): void {
    if (this.signal.aborted) throw this.reason();
  }
}
