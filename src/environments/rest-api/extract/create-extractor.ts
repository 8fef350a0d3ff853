import { Worker } from "node:worker_threads";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { oneAtATime, unlessAborted } from "../../../util/turns.ts";
import { workerThread } from "../../../util/worker-thread.ts";
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
 * Runs extractions over JSON, outside this process's own heap.
 * @throws FuxiError `cancelled`
 */
export interface Extractor {
  /** `documents`: JSON texts in UTF-8. A single one becomes `data` itself, several become an object by name. */
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
/** How long a worker may take to notice its own deadline: some of the engine's functions cannot be interrupted. */
const GRACE_MILLISECONDS = 500;
const MAIN = new URL(`./extract-worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
/** The worker gets no environment variables and no flags. Documents and the sandbox's memory lie outside its heap. */
const OPTIONS = {
  ...{ env: {}, argv: [], execArgv: [], stdin: false },
  resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 16 },
};

/** Extractions in QuickJS with a capped WebAssembly memory, one after another in a worker thread that is ended when it does not answer. */
export function createExtractor(): Extractor {
  const thread = workerThread<ExtractRequest, ExtractReply>(() => new Worker(MAIN, OPTIONS));
  const inOrder = oneAtATime();
  let closed = false;

  async function extracted(request: ExtractRequest, signal: AbortSignal): Promise<ExtractResult> {
    if (signal.aborted || closed) throw cancelled();
    // The copy is transferred and the caller keeps the original. Posting without a transfer would copy twice.
    const copies = Object.entries(request.documents).map(
      ([name, bytes]) => [name, new Uint8Array(bytes)] as const,
    );
    const { reply, ended, defect } = await thread.ask(
      { ...request, documents: Object.fromEntries(copies) },
      {
        milliseconds: request.milliseconds + GRACE_MILLISECONDS,
        signal,
        transfer: copies.map(([, { buffer }]) => buffer),
      },
    );
    if (ended === "cancelled") throw cancelled();
    if (ended !== undefined)
      return ended === "memory" ? stoppedByMemory(request.memory) : stoppedByTime(request.milliseconds);
    if (reply?.text !== undefined) return JSON.parse(reply.text);
    throw new FuxiError("internal", `An extraction broke: ${reply?.defect ?? defect}`);
  }

  return {
    run(documents, what, { milliseconds, memory = MEMORY_BYTES, signal }) {
      if (closed) return Promise.reject(new FuxiError("usage", "The extractor has been closed."));
      const bytes = Object.values(documents).reduce((sum, each) => sum + each.length, 0);
      if (bytes > MOST_DOCUMENT_BYTES) return Promise.resolve(stoppedByDocuments(bytes));
      const run = inOrder(() => extracted({ documents, what, milliseconds, memory }, signal));
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

function cancelled(): FuxiError {
  return new FuxiError("cancelled", "The extraction was cancelled.");
}
