import type { RunEvent } from "../trajectory/run-event.ts";
import type { RunResult, RunTaskOptions } from "./run-options.ts";

/**
 * A run as it happens. It begins when its first event is asked for, or its result. It goes on only as events are asked for: each has been dealt
 * with before anything is done because of it. Leaving the loop cancels the run, and waits until that is stored.
 */
export interface RunStream extends AsyncIterable<RunEvent>, AsyncDisposable {
  /** The events of this call; a run is one stream, so a second loop goes on where the first one stood. */
  [Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, void>;
  /** The result. Where the run has not ended yet, it goes on to its end without any further event. */
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

/** Hands over one event at a time; who puts it waits until the next one is asked for, so that it has been dealt with. */
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

  /** From now on events pass without anybody taking them. */
  open(): void {
    this.#isOpen = true;
    this.#release();
  }

  /** There are no more. */
  close(): void {
    this.#next.resolve(undefined);
  }
}
