import type { RunEvent } from "../trajectory/run-event.ts";
import type { RunResult, RunTaskOptions } from "./run-options.ts";

type Hooks = Pick<RunTaskOptions, "onEvent" | "signal">;

/** A run as it happens. Nothing begins before the first event is asked for, or `result` is. */
export interface RunStream extends AsyncIterable<RunEvent>, AsyncDisposable {
  /**
   * The result, once the run has ended. Asked for first, it lets the run go on to its end without anybody taking events; later, the events have to
   * be taken (or the loop left), since the run waits for that.
   */
  readonly result: Promise<RunResult>;
  /** Can be done once; each event is taken before anything is done because of it. Leaving the loop cancels the run and waits until that is stored. */
  [Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, void>;
}

/**
 * Turns what runs a task into a stream of its events: `streamRun(options, runTask)`, `streamRun(options, resumeRun)`. What it throws, the loop and
 * `result` throw.
 */
export function streamRun<Options extends Hooks>(
  options: Options,
  run: (options: Options) => Promise<RunResult>,
): RunStream {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const channel = new Channel();
  let result: Promise<RunResult> | undefined;

  const begin = (): Promise<RunResult> => {
    if (result !== undefined) return result;
    const onEvent = async (event: RunEvent): Promise<void> => {
      await options.onEvent?.(event);
      await channel.put(event);
    };
    result = run({ ...options, signal, onEvent });
    result.then(channel.close, channel.close);
    return result;
  };
  const end = async (): Promise<void> => {
    stop.abort();
    channel.open();
    await result?.catch(() => undefined);
  };
  const events = takeEvents();

  async function* takeEvents(): AsyncGenerator<RunEvent, void, void> {
    try {
      begin();
      for (let event = await channel.take(); event !== undefined; event = await channel.take()) yield event;
      await result;
    } finally {
      await end();
    }
  }

  return {
    get result() {
      if (result === undefined) channel.open();
      return begin();
    },
    [Symbol.asyncIterator]: () => events,
    async [Symbol.asyncDispose]() {
      await events.return();
      await end();
    },
  };
}

/** Hands one event at a time to whoever takes them; an open one lets them pass without anybody taking them. */
class Channel {
  #waiting: { readonly event: RunEvent; readonly taken: () => void } | undefined;
  #taker: ((event: RunEvent | undefined) => void) | undefined;
  #isOpen = false;
  #isClosed = false;

  /** Resolves when the event has been taken and the next one is asked for. */
  async put(event: RunEvent): Promise<void> {
    if (this.#isOpen) return;
    await new Promise<void>((taken) => {
      this.#waiting = { event, taken };
      this.#hand();
    });
  }
}
