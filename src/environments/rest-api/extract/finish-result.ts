import type { QuickJSHandle } from "quickjs-emscripten-core";
import type { ExtractRequest } from "./extract-messages.ts";
import type { ExtractResult } from "./extractor.ts";
import { MOST_RESULT_BYTES, stoppedByMemory, stoppedBySize, stoppedByTime } from "./result-bounds.ts";
import type { LoadedSandbox } from "./sandbox/load-documents.ts";
import type { SandboxError } from "./sandbox/open-sandbox.ts";

/** Takes a value out of the sandbox as JSON. */
export function finishResult(
  loaded: LoadedSandbox,
  request: ExtractRequest,
  value: QuickJSHandle,
  note?: string,
): ExtractResult {
  const { sandbox, prelude } = loaded;
  const { context } = sandbox;
  const finished = sandbox.call(prelude.finish, value);
  if (finished.error !== undefined) {
    const { name, message } = finished.error;
    if (name === "ResultTooLarge") return stoppedBySize();
    const stopped = stoppedBy(finished.error, loaded, request);
    if (stopped !== undefined) return stopped;
    return { type: "failed", message: notJson(message) };
  }
  const text = context.getString(finished.value);
  if (Buffer.byteLength(text) > MOST_RESULT_BYTES) return stoppedBySize();
  const said = sandbox.call(prelude.notes);
  const noticed = said.error === undefined ? context.getString(said.value) : "";
  const notes = [note, noticed].filter((each) => each !== undefined && each !== "").join(" ");
  return { type: "value", value: JSON.parse(text), ...(notes === "" ? {} : { note: notes }) };
}

function notJson(message: string): string {
  if (/circular/i.test(message))
    return "The result refers to itself, which JSON cannot hold: take the members that are needed.";
  if (/bigint/i.test(message))
    return "The result has a BigInt, which JSON cannot hold: turn it into Number(...) or String(...).";
  return message;
}

/** What an error says about the bounds; undefined for an error of the program's own. */
export function stoppedBy(
  { name, message }: SandboxError,
  { sandbox }: LoadedSandbox,
  { milliseconds, memory }: ExtractRequest,
): ExtractResult | undefined {
  if (sandbox.isLate()) return stoppedByTime(milliseconds);
  if (name === "InternalError" && /^(?:out of memory|string too long)$/.test(message))
    return stoppedByMemory(memory);
  // An error that could not even be made, for want of memory, is thrown as null.
  return name === "" && message === "null" ? stoppedByMemory(memory) : undefined;
}
