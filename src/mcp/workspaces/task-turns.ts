import { FuxiError } from "../../errors/fuxi-error.ts";

export interface TaskTurnsOptions {
  /** More calls than this do not wait for the same task. */
  readonly mostWaiting: number;
  readonly milliseconds: number;
}

/** Lets the calls that change the same task in one after the other. */
export interface TaskTurns {
  /**
   * Does `work` when it is its turn; "busy" where too many wait already or the turn did not come in time.
   * @throws FuxiError `cancelled` when `signal` is aborted while it waits
   */
  take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | "busy">;
  /** Tasks that are being changed now. */
  readonly size: number;
}

type Begin = () => void;

export function taskTurns({ mostWaiting, milliseconds }: TaskTurnsOptions): TaskTurns {
  /** A task is in here while a call changes it; its list holds those that wait, the first at the front. */
  const waiting = new Map<string, Begin[]>();

  const leave = (key: string): void => {
    const next = waiting.get(key)?.shift();
    if (next === undefined) waiting.delete(key);
    else next();
  };

  const turn = (queue: Begin[], signal: AbortSignal): Promise<"begun" | "busy"> => {
    const { promise, resolve, reject } = Promise.withResolvers<"begun" | "busy">();
    const giveUp = (end: () => void): void => {
      const place = queue.indexOf(begin);
      if (place >= 0) queue.splice(place, 1);
      settled();
      end();
    };
    const onAbort = (): void => giveUp(() => reject(cancelled()));
    const timer = setTimeout(() => giveUp(() => resolve("busy")), milliseconds);
    const settled = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    const begin = (): void => {
      settled();
      resolve("begun");
    };
    signal.addEventListener("abort", onAbort, { once: true });
    queue.push(begin);
    return promise;
  };

  return {
    async take(key, signal, work) {
      if (signal.aborted) throw cancelled();
      const queue = waiting.get(key);
      if (queue === undefined) waiting.set(key, []);
      else if (queue.length >= mostWaiting) return "busy";
      else if ((await turn(queue, signal)) === "busy") return "busy";
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
    get size() {
      return waiting.size;
    },
  };
}

function cancelled(): FuxiError {
  return new FuxiError("cancelled", "The caller cancelled while another call was changing the workspace.");
}
