import { Slots } from "../util/slots.ts";

/** Slots for concurrent requests, with a bounded queue. */
export interface WorkPlaces {
  /**
   * Takes a slot. Resolves to a function that releases it, once. Undefined if the queue is full, the wait was too long, the client has
   * disconnected, or the slots were closed.
   */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
  /** Refuses waiting and later requests. */
  close(): void;
  /** Resolves when all slots are released. */
  idle(): Promise<void>;
}

export interface WorkPlacesOptions {
  readonly atWork: number;
  readonly waiting: number;
  readonly waitSeconds: number;
}

export function workPlaces({ atWork, waiting, waitSeconds }: WorkPlacesOptions): WorkPlaces {
  const slots = new Slots(atWork);
  const closing = new AbortController();
  return {
    async take(signal) {
      const mayTake = slots.hasRoom(1) || slots.waiting < waiting;
      if (closing.signal.aborted || signal.aborted || !mayTake) return undefined;
      const givenUp = Promise.withResolvers<never>();
      const giveUp = () => givenUp.reject(new Error("The wait for a slot has ended."));
      const ended = AbortSignal.any([signal, closing.signal]);
      const timer = setTimeout(giveUp, waitSeconds * 1000);
      ended.addEventListener("abort", giveUp, { once: true });
      try {
        return await slots.take(1, givenUp.promise);
      } catch {
        return undefined;
      } finally {
        clearTimeout(timer);
        ended.removeEventListener("abort", giveUp);
      }
    },
    close: () => closing.abort(),
    async idle() {
      const release = await slots.take(atWork, new Promise<never>(() => {}));
      release();
    },
  };
}
