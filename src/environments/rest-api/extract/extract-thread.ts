import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { ExtractReply, ExtractRequest } from "./extract-messages.ts";
import type { ExtractResult } from "./extractor.ts";
import { stoppedByMemory, stoppedByTime } from "./result-bounds.ts";

/** How long a worker may take to notice its own deadline: some of the engine's functions cannot be interrupted. */
const GRACE_MILLISECONDS = 500;
/** Of the worker's own heap. Documents and the sandbox's memory lie outside of it. */
const HEAP_MEGABYTES = 256;
const STACK_MEGABYTES = 16;

/** One worker thread, started when it is first needed and again after it was ended. */
export interface ExtractThread {
  /** @throws FuxiError `cancelled` */
  run(request: ExtractRequest, signal: AbortSignal): Promise<ExtractResult>;
  close(): Promise<void>;
}

export function extractThread(): ExtractThread {
  let worker: Worker | undefined;
  return { run, close: end };

  async function run(request: ExtractRequest, signal: AbortSignal): Promise<ExtractResult> {
    const begun = worker ?? (await start());
    worker = begun;
    const result = await answer(begun, request, signal);
    if (result.reusable) begun.unref();
    else await end();
    if (signal.aborted) throw new FuxiError("cancelled", "The extraction was cancelled.");
    return result.result ?? stoppedByTime(request.milliseconds);
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }
}

interface Answer {
  readonly result?: ExtractResult;
  readonly reusable: boolean;
}

function answer(worker: Worker, request: ExtractRequest, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const late = setTimeout(() => done({ reusable: false }), request.milliseconds + GRACE_MILLISECONDS);
    const abort = () => done({ reusable: false });
    const message = (reply: ExtractReply) => {
      if (reply.type === "result") done({ result: JSON.parse(reply.text), reusable: true });
    };
    // Nothing but its heap being full ends a worker that nobody ended.
    const died = () => done({ result: stoppedByMemory(request.memory), reusable: false });
    worker.on("message", message).on("error", died).on("exit", died);
    signal.addEventListener("abort", abort);
    worker.ref();
    if (signal.aborted) abort();
    else worker.postMessage(request);

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
