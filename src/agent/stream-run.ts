/// <reference lib="esnext.disposable" preserve="true" />
import type { RunEvent } from "../trajectory/run-event.ts";
import type { RunResult, RunTaskOptions } from "./run-options.ts";

/**
 * A run as a stream of events. It begins when the first event or the result is requested. It proceeds only as events are requested, so the
 * consumer has handled each event before the run acts on it. Leaving the loop cancels the run, and waits until that is stored.
 */
export interface RunStream extends AsyncIterable<RunEvent>, AsyncDisposable {
  /** The events of this call; a run is one stream, so a second loop continues where the first one stopped. */
  [Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, void>;
  /** The result. A run that has not ended yet proceeds to its end without yielding further events. */
  result(): Promise<RunResult>;
}

/**
 * Turns a call that runs a task into a stream of its events: `streamRun(options, runTask)`, `streamRun(options, resumeRun)`. What the call throws,
 * the loop and `result()` throw.
 */
export function streamRun<Options extends Pick<RunTaskOptions, "onEvent" | "signal">>(
  options: Options,
  run: (options: Options) => Promise<RunResult>,
): RunStream {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const channel = new EventChannel();
  let begun: Promise<RunResult> | undefined;

  const begin = (): Promise<RunResult> => {
    if (begun !== undefined) return begun;
    const onEvent = async (event: RunEvent): Promise<void> => {
      await options.onEvent?.(event);
      await channel.put(event);
    };
    begun = run({ ...options, signal, onEvent });
    const close = (): void => channel.close();
    begun.then(close, close);
    return begun;
  };
  const cancel = async (): Promise<void> => {
    stop.abort();
    channel.open();
    await begun?.catch(() => undefined);
  };

  async function* take(): AsyncGenerator<RunEvent, void, void> {
    try {
      const ended = begin();
      for (let event = await channel.take(); event !== undefined; event = await channel.take()) yield event;
      await ended;
    } finally {
      await cancel();
    }
  }

  const events = take();
  return {
    [Symbol.asyncIterator]: () => events,
    async result() {
      channel.open();
      return await begin();
    },
    async [Symbol.asyncDispose]() {
      await cancel();
      await events.return();
    },
  };
}

/** Passes on one event at a time. `put` waits until the next event is requested, so that this one has been handled. */
class EventChannel {
  #next = Promise.withResolvers<RunEvent | undefined>();
  #release: () => void = () => undefined;
  #isHanded = false;
  #isOpen = false;

  async put(event: RunEvent): Promise<void> {
    if (this.#isOpen) return;
    await new Promise<void>((release) => {
      this.#release = release;
      this.#next.resolve(event);
    });
  }

  /** Undefined after the last one. */
  async take(): Promise<RunEvent | undefined> {
    if (this.#isHanded) this.#release();
    this.#isHanded = false;
    const event = await this.#next.promise;
    if (event === undefined) return undefined;
    this.#next = Promise.withResolvers();
    this.#isHanded = true;
    return event;
  }

  /** From now on events are dropped, and `put` does not wait. */
  open(): void {
    this.#isOpen = true;
    this.#release();
  }

  /** Ends the stream. */
  close(): void {
    this.#next.resolve(undefined);
  }
}
