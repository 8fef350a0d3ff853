import { parentPort } from "node:worker_threads";
import type { ExtractReply, ExtractRequest } from "./extraction.ts";
import { runExtraction } from "./run-extraction.ts";

/** Main file of a worker thread: runs one extraction after another, each in a sandbox of its own. */
parentPort?.on("message", async (request: ExtractRequest) => {
  try {
    reply({ type: "result", text: JSON.stringify(await runExtraction(request)) });
  } catch (error) {
    reply({ type: "defect", message: error instanceof Error ? error.message : String(error) });
  }
});
reply({ type: "ready" });

function reply(message: ExtractReply): void {
  parentPort?.postMessage(message);
}
