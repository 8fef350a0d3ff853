import { mayGoBeside, type Touch } from "../agent/command-order.ts";
import { cancelledBy } from "./interrupted-call.ts";

interface Turn {
  readonly touches: readonly Touch[];
  readonly begins: PromiseWithResolvers<void>;
  begun: boolean;
}

/**
 * Lets calls that come at the same time begin in the order in which they came: reads beside each other, writes one after the other, what has
 * an effect outside alone.
 */
export class Turns {
  /** Begun or waiting, in the order in which they came. */
  #turns: readonly Turn[] = [];

  /** @throws FuxiError `cancelled` where the signal is aborted before the turn has come; the turn is then given up */
  async take<T>(touches: readonly Touch[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn: Turn = { touches, begins: Promise.withResolvers(), begun: false };
    this.#turns = [...this.#turns, turn];
    const leave = (): void => turn.begins.reject(cancelledBy(signal));
    signal.addEventListener("abort", leave, { once: true });
    this.#advance();
    try {
      if (signal.aborted) throw cancelledBy(signal);
      await turn.begins.promise;
      return await work();
    } finally {
      signal.removeEventListener("abort", leave);
      this.#turns = this.#turns.filter((other) => other !== turn);
      this.#advance();
    }
  }

  #advance(): void {
    for (const [at, turn] of this.#turns.entries()) {
      if (turn.begun) continue;
      const before = this.#turns.slice(0, at);
      if (
        at > 0 &&
        !mayGoBeside(
          turn.touches,
          before.flatMap(({ touches }) => touches),
        )
      )
        continue;
      turn.begun = true;
      turn.begins.resolve();
    }
  }
}
