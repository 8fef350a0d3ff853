import { parentPort } from "node:worker_threads";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { runExpression } from "./expression/run-expression.ts";
import type { ExtractReply, ExtractRequest } from "./extract-messages.ts";
import type { ExtractResult } from "./extractor.ts";
import { LARGE_BYTES } from "./large/json-blocks.ts";
import { isLarge } from "./large/large-document.ts";
import { runProgram } from "./program/run-program.ts";
import { stoppedByMemory } from "./result-bounds.ts";

/** Main file of a worker thread: runs one extraction after another, each in a sandbox of its own. */
parentPort?.on("message", async (request: ExtractRequest) => {
  try {
    reply({ type: "result", text: JSON.stringify(await extract(request)) });
  } catch (error) {
    reply({ type: "defect", message: error instanceof Error ? error.message : String(error) });
  }
});
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
  const full = result.type === "stopped" && result.reason === "memory";
  if (full && !large && bytes > LARGE_BYTES) {
    const second = await run(request, deadline, true);
    return second.type === "stopped" ? result : second;
  }
  return large && "expression" in request.what ? advise(result) : result;
}

async function run(request: ExtractRequest, deadline: number, large: boolean): Promise<ExtractResult> {
  const options = { deadline, large, frozen: large };
  try {
    return "program" in request.what
      ? await runProgram(request.what.program, request, options)
      : await runExpression(request.what.expression, request, options);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (/call stack|stack overflow/.test(message))
      return { type: "failed", message: "The document is nested too deeply." };
    if (FuxiError.isInstance(error) && error.code === "internal") throw error;
    // What is left are aborts of the engine, which come from its memory being full.
    return stoppedByMemory(request.memory);
  }
}

function advise(result: ExtractResult): ExtractResult {
  if (result.type !== "stopped") return result;
  const message = `${result.message} JSONata keeps much of a document this large: write a program instead.`;
  return { ...result, message };
}
