import { setImmediate } from "node:timers/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { StoreBounds } from "../../../store/store-bounds.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";

/** Milliseconds after which other work of the process gets its turn. */
const SLICE = 8;

/** One call's time: long loops ask it now and then whether they may go on, and let others have a turn. */
export class Work {
  readonly #signal: AbortSignal;
  readonly #end: number;
  readonly #milliseconds: number;
  #slice: number;

  constructor({ milliseconds, signal }: StoreBounds) {
    this.#signal = signal;
    this.#milliseconds = milliseconds;
    this.#slice = performance.now();
    this.#end = this.#slice + milliseconds;
  }

  /** @throws FuxiError `cancelled`; TripleStoreError `time-limit`. */
  check(): void {
    if (this.#signal.aborted) throw new FuxiError("cancelled", "The work was cancelled.");
    if (performance.now() < this.#end) return;
    throw new TripleStoreError(
      {
        kind: "time-limit",
        engineMessage: `This took longer than its ${this.#milliseconds} ms and was stopped.`,
      },
      { hint: "Start from a smaller set." },
    );
  }

  /** Goes through `0` to `length` in pieces of `size`, which should be some thousand steps each. */
  async inPieces(length: number, size: number, body: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < length; from += size) {
      body(from, Math.min(length, from + size));
      if (this.#due) await this.#turn();
    }
  }

  /** Between steps that are not done in pieces. */
  async pause(): Promise<void> {
    if (this.#due) await this.#turn();
  }

  get #due(): boolean {
    return performance.now() - this.#slice > SLICE;
  }

  async #turn(): Promise<void> {
    this.check();
    await setImmediate();
    this.#slice = performance.now();
    this.check();
  }
}
