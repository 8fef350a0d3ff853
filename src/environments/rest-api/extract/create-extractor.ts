import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { unlessAborted } from "../http/rate-limit.ts";
import {
  type ExtractReply,
  type ExtractRequest,
  type ExtractResult,
  MOST_DOCUMENT_BYTES,
  type Selection,
  stoppedByDocuments,
  stoppedByMemory,
  stoppedByTime,
} from "./extraction.ts";

/**
 * Runs extractions over JSON, away from this process's own heap.
 * @throws FuxiError `cancelled`
 */
export interface Extractor {
  /** `documents`: JSON texts in UTF-8; one is `data` itself, several are `data` as an object by name. */
  run(
    documents: Readonly<Record<string, Uint8Array>>,
    what: Selection,
    bounds: {
      readonly milliseconds: number;
      /** Bytes of the sandbox's memory (256 MiB). */
      readonly memory?: number;
      readonly signal: AbortSignal;
    },
  ): Promise<ExtractResult>;
  close(): Promise<void>;
}

const MEMORY_BYTES = 256 * 1024 * 1024;

/** Extractions in QuickJS with a capped WebAssembly memory, one after another in a worker thread that is ended when it does not answer. */
export function createExtractor(): Extractor {
  const thread = extractThread();
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  return {
    run(documents, what, { milliseconds, memory = MEMORY_BYTES, signal }) {
      if (closed) return Promise.reject(new FuxiError("usage", "The extractor has been closed."));
      const bytes = Object.values(documents).reduce((sum, each) => sum + each.length, 0);
      if (bytes > MOST_DOCUMENT_BYTES) return Promise.resolve(stoppedByDocuments(bytes));
      const run = last.then(() => {
        if (signal.aborted) throw cancelled();
        return thread.run({ documents, what, milliseconds, memory }, signal);
      });
      last = run.catch(() => undefined);
      return unlessAborted(run, signal).catch((error) => {
        throw signal.aborted ? cancelled() : error;
      });
    },
    async close() {
      closed = true;
      await thread.close();
    },
  };
}

/** How long a worker may take to notice its own deadline: some of the engine's functions cannot be interrupted. */
const GRACE_MILLISECONDS = 500;
/** Of the worker's own heap. Documents and the sandbox's memory lie outside of it. */
const HEAP_MEGABYTES = 256;
const STACK_MEGABYTES = 16;

/** One worker thread, started when it is first needed and again after it was ended. */
interface ExtractThread {
  /** @throws FuxiError `cancelled` */
  run(request: ExtractRequest, signal: AbortSignal): Promise<ExtractResult>;
  close(): Promise<void>;
}

function extractThread(): ExtractThread {
  let worker: Worker | undefined;
  let closed = false;
  return {
    run,
    async close() {
      closed = true;
      await end();
    },
  };

  async function run(request: ExtractRequest, signal: AbortSignal): Promise<ExtractResult> {
    const begun = worker ?? (await start());
    worker = begun;
    if (closed) await end();
    if (closed || signal.aborted) throw cancelled();
    const { result, defect, reusable } = await answer(begun, request, signal);
    if (reusable && !closed && !signal.aborted) begun.unref();
    else await end();
    if (signal.aborted || closed) throw cancelled();
    if (defect !== undefined) throw new FuxiError("internal", `An extraction broke: ${defect}`);
    return result ?? stoppedByTime(request.milliseconds);
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }
}

function cancelled(): FuxiError {
  return new FuxiError("cancelled", "The extraction was cancelled.");
}

/** Without a result and a defect, it did not answer in time. */
interface Answer {
  readonly result?: ExtractResult;
  readonly defect?: string;
  readonly reusable: boolean;
}

function answer(worker: Worker, request: ExtractRequest, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const late = setTimeout(() => done({ reusable: false }), request.milliseconds + GRACE_MILLISECONDS);
    const abort = () => done({ reusable: false });
    const message = (reply: ExtractReply) => {
      if (reply.type === "result") done({ result: JSON.parse(reply.text), reusable: true });
      if (reply.type === "defect") done({ defect: reply.message, reusable: false });
    };
    const died = (error: unknown) => {
      const { code, message } = error as { readonly code?: string; readonly message?: string };
      if (code === "ERR_WORKER_OUT_OF_MEMORY")
        done({ result: stoppedByMemory(request.memory), reusable: false });
      else done({ defect: message ?? "its thread ended", reusable: false });
    };
    worker.on("message", message).on("error", died).on("exit", died);
    signal.addEventListener("abort", abort);
    worker.ref();
    if (signal.aborted) abort();
    else {
      // A copy to give away: the caller keeps its own, and posting without giving away would make two.
      const copies = Object.entries(request.documents).map(
        ([name, bytes]) => [name, new Uint8Array(bytes)] as const,
      );
      const documents = Object.fromEntries(copies);
      worker.postMessage(
        { ...request, documents },
        copies.map(([, { buffer }]) => buffer),
      );
    }

    function done(outcome: Answer): void {
      clearTimeout(late);
      signal.removeEventListener("abort", abort);
      worker.off("message", message).off("error", died).off("exit", died);
      resolve(outcome);
    }
  });
}

/** Without this process's environment and flags: what runs there needs neither. */
async function start(): Promise<Worker> {
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const worker = new Worker(fileURLToPath(new URL(`./extract-worker${extension}`, import.meta.url)), {
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, stackSizeMb: STACK_MEGABYTES },
  });
  // An error after the last answer must not end this process.
  worker.on("error", () => undefined);
  await new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", (cause) =>
      reject(new FuxiError("internal", "The worker for extractions could not be started.", { cause })),
    );
  });
  return worker;
}
