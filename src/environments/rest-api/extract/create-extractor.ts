import { FuxiError } from "../../../errors/fuxi-error.ts";
import { type ExtractThread, extractThread } from "./extract-thread.ts";
import type { Extractor } from "./extractor.ts";

export interface ExtractorOptions {
  /** Extractions that run at the same time (2); more wait. */
  readonly atOnce?: number;
  /** Bytes of documents up to which they are parsed whole (8 MB); above, they are read block by block. */
  readonly wholeBelow?: number;
  /** What programs see as the current time, which stands still while they run (the clock). */
  readonly now?: () => Date;
}

const MEMORY_BYTES = 256 * 1024 * 1024;

/** Extractions in QuickJS with a capped WebAssembly memory, in worker threads that are ended when they do not answer. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { atOnce = 2, wholeBelow = 8_000_000, now = () => new Date() } = options;
  const idle: ExtractThread[] = Array.from({ length: atOnce }, extractThread);
  const all = [...idle];
  const waiting: ((thread: ExtractThread) => void)[] = [];
  let closed = false;

  return {
    async run(documents, what, { milliseconds, memory = MEMORY_BYTES, signal }) {
      if (closed) throw new FuxiError("usage", "The extractor has been closed.");
      const thread = await free(signal);
      try {
        return await thread.run(
          { documents, what, milliseconds, memory, now: now().getTime(), wholeBelow },
          signal,
        );
      } finally {
        release(thread);
      }
    },
    async close() {
      closed = true;
      await Promise.all(all.map((thread) => thread.close()));
    },
  };

  function free(signal: AbortSignal): Promise<ExtractThread> {
    if (signal.aborted) return Promise.reject(cancelled());
    const thread = idle.pop();
    if (thread !== undefined) return Promise.resolve(thread);
    return new Promise((resolve, reject) => {
      const take = (given: ExtractThread) => {
        signal.removeEventListener("abort", give);
        resolve(given);
      };
      const give = () => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(cancelled());
      };
      waiting.push(take);
      signal.addEventListener("abort", give, { once: true });
    });
  }

  function release(thread: ExtractThread): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(thread);
    else next(thread);
  }

  function cancelled(): FuxiError {
    return new FuxiError("cancelled", "The extraction was cancelled.");
  }
}
