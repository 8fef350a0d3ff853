import { parentPort } from "node:worker_threads";
import { runExpression } from "./expression/run-expression.ts";
import { type ExtractReply, type ExtractRequest, writeResult } from "./extract-messages.ts";
import type { ExtractResult } from "./extractor.ts";
import { LARGE_BYTES } from "./large/json-blocks.ts";
import { isLarge } from "./large/large-document.ts";
import { runProgram } from "./program/run-program.ts";
import { stoppedByMemory } from "./result-bounds.ts";

/** Main file of a worker thread: runs one extraction after another, each in a sandbox of its own. */
parentPort?.on("message", async (request: ExtractRequest) => reply(writeResult(await extract(request))));
reply({ type: "ready" });

function reply(message: ExtractReply): void {
  parentPort?.postMessage(message);
}

async function extract(request: ExtractRequest): Promise<ExtractResult> {
  const deadline = Date.now() + request.milliseconds;
  const bytes = Object.values(request.documents).reduce((sum, each) => sum + each.length, 0);
  const large = isLarge(bytes, request.wholeBelow);
  const result = await run(request, deadline, large);
  // A document that takes too much memory when parsed may well do block by block; nothing that ran before is left.
  const again = result.type === "stopped" && result.reason === "memory" && !large && bytes > LARGE_BYTES;
  return again ? run(request, deadline, true) : result;
}

async function run(request: ExtractRequest, deadline: number, large: boolean): Promise<ExtractResult> {
  const options = { deadline, large, frozen: large };
  try {
    return "program" in request.what
      ? await runProgram(request.what.program, request, options)
      : await runExpression(request.what.expression, request, options);
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message))
      return { type: "failed", message: "The program or the document is nested too deeply." };
    // What is left are aborts of the engine, which come from its memory being full.
    return stoppedByMemory(request.memory);
  }
}
