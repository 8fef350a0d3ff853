import { parentPort } from "node:worker_threads";
import type { ExtractReply, ExtractRequest } from "./extraction.ts";
import { runExtraction } from "./run-extraction.ts";

/** Main file of a worker thread: runs one extraction after another, each in a sandbox of its own. */
parentPort?.on("message", async (request: ExtractRequest) => parentPort?.postMessage(await replyTo(request)));
parentPort?.postMessage("ready");

async function replyTo(request: ExtractRequest): Promise<ExtractReply> {
  try {
    return { text: JSON.stringify(await runExtraction(request)) };
  } catch (error) {
    return { defect: error instanceof Error ? error.message : String(error) };
  }
}
