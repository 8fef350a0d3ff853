import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ExtractRequest } from "../extract-messages.ts";
import type { ExtractResult } from "../extractor.ts";
import { finishResult, stoppedBy } from "../finish-result.ts";
import { type LoadOptions, loadDocuments } from "../sandbox/load-documents.ts";

let library: string | undefined;

/** Runs in the sandbox: an error of JSONata becomes an ordinary one, with its place in the message's stead. */
const EVALUATE = `(source, data) => {
  const { jsonata } = globalThis;
  delete globalThis.jsonata;
  return (async () => jsonata(source).evaluate(data))().catch((error) => {
    const known = new Error(String(error?.message ?? error));
    known.name = error?.name === "InternalError" ? "InternalError" : "Jsonata";
    known.stack = String(error?.position ?? "");
    throw known;
  });
}`;

/**
 * JSONata inside the same sandbox as programs, about ten times slower than outside of it: its expressions can build functions, loop for ever and
 * fill any heap, and escapes from its evaluator have been found before.
 */
export async function runExpression(
  expression: string,
  request: ExtractRequest,
  options: LoadOptions,
): Promise<ExtractResult> {
  const loaded = await loadDocuments(request, { ...options, frozen: false });
  if ("type" in loaded) return loaded;
  const { sandbox, data, prelude } = loaded;
  const { context } = sandbox;
  library ??= readFileSync(createRequire(import.meta.url).resolve("jsonata/jsonata.min.js"), "utf8");
  // Its packaging looks for these names before it takes the global object.
  const prepared = sandbox.evaluate(`var window = globalThis; ${library}; delete globalThis.window;`);
  if (prepared.error !== undefined)
    return stoppedBy(prepared.error, loaded, request) ?? { type: "failed", message: prepared.error.message };
  const evaluate = sandbox.evaluate(EVALUATE);
  if (evaluate.error !== undefined) return { type: "failed", message: evaluate.error.message };
  const begun = sandbox.call(evaluate.value, context.newString(expression), data);
  if (begun.error !== undefined)
    return stoppedBy(begun.error, loaded, request) ?? { type: "failed", message: begun.error.message };
  const broken = sandbox.runJobs();
  if (broken !== undefined)
    return stoppedBy(broken, loaded, request) ?? { type: "failed", message: broken.message };
  const state = sandbox.promiseState(begun.value);
  if (state.error !== undefined)
    return stoppedBy(state.error, loaded, request) ?? failed(expression, state.error);
  const result = finishResult(loaded, request, state.value);
  if (result.type !== "value" || result.note === undefined) return result;
  const { value: description } = sandbox.call(prelude.describe, data);
  const has = description === undefined ? "" : `; data ${context.getString(description)}`;
  return { ...result, note: result.note.replace("no value", `The expression matched nothing${has}.`) };
}

function failed(
  expression: string,
  { message, stack }: { readonly message: string; readonly stack: string },
): ExtractResult {
  const position = Number(stack);
  if (stack === "" || !Number.isInteger(position)) return { type: "failed", message };
  const before = expression.slice(0, Math.max(0, position - 1)).split("\n");
  return { type: "failed", message, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
