import type { EventEmitter } from "node:events";

/** The used part of Node's `Worker`: its creation is up to the caller. */
interface Worker extends EventEmitter {
  postMessage(value: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): Promise<number>;
  ref(): void;
  unref(): void;
}

/** The result of a request: a reply, the reason why it was ended without one, or a defect of the worker itself. */
export type Answer<Reply> =
  | { readonly reply: Reply; readonly ended?: never; readonly defect?: never }
  | { readonly ended: "time" | "cancelled" | "memory"; readonly reply?: never; readonly defect?: never }
  | { readonly defect: string; readonly reply?: never; readonly ended?: never };

export interface AskOptions {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
  /** Buffers whose ownership moves to the worker. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Answers requests off the main thread. A request that takes too long is stopped by ending its worker. */
interface WorkerThread<Request, Reply> {
  /** The time limit begins when the worker is ready. Each concurrent request gets its own worker. */
  ask(request: Request, options: AskOptions): Promise<Answer<Reply>>;
  /** Ends running requests as if they had been cancelled. */
  close(): Promise<void>;
}

/**
 * A worker thread that is started at the first request, and again after it was ended. Its main file posts one message when it is ready, then a reply
 * to each request.
 */
export function workerThread<Request, Reply>(start: () => Worker): WorkerThread<Request, Reply> {
  const closing = new AbortController();
  let idle: Worker | undefined;

  function started(): Promise<Worker> {
    const worker = start();
    return new Promise((resolve, reject) => {
      // An error after the last answer must not end this process.
      worker.once("message", () => resolve(worker)).on("error", reject);
    });
  }

  return {
    async ask(request, { milliseconds, signal, transfer = [] }) {
      const ends = AbortSignal.any([signal, closing.signal]);
      const worker = idle ?? (await started().catch((error: Error) => error));
      idle = undefined;
      if (worker instanceof Error) return { defect: worker.message };
      const answer = await answerOf<Reply>(worker, milliseconds, ends, () =>
        worker.postMessage(request, transfer),
      );
      if (answer.reply !== undefined && idle === undefined && !ends.aborted) {
        idle = worker;
        worker.unref();
      } else await worker.terminate();
      return answer;
    },
    async close() {
      closing.abort();
      await idle?.terminate();
      idle = undefined;
    },
  };
}

function answerOf<Reply>(
  worker: Worker,
  milliseconds: number,
  signal: AbortSignal,
  post: () => void,
): Promise<Answer<Reply>> {
  return new Promise((resolve) => {
    const late = setTimeout(() => done({ ended: "time" }), milliseconds);
    const abort = () => done({ ended: "cancelled" });
    const message = (reply: Reply) => done({ reply });
    const died = (error: { readonly code?: string; readonly message?: string }) =>
      done(
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? { ended: "memory" }
          : { defect: error.message ?? "its thread ended" },
      );
    function done(answer: Answer<Reply>): void {
      clearTimeout(late);
      signal.removeEventListener("abort", abort);
      worker.off("message", message).off("error", died).off("exit", died);
      resolve(answer);
    }
    worker.on("message", message).on("error", died).on("exit", died);
    worker.ref();
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    else post();
  });
}
