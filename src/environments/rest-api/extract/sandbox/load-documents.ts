import type { QuickJSHandle } from "quickjs-emscripten-core";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { ExtractRequest } from "../extract-messages.ts";
import type { ExtractResult } from "../extractor.ts";
import { largeDocument } from "../large/large-document.ts";
import { MOST_RESULT_BYTES } from "../result-bounds.ts";
import { largeView } from "./large-view.ts";
import { openSandbox, type Sandbox } from "./open-sandbox.ts";
import { type Prelude, prelude } from "./prelude.ts";

/** A sandbox with the documents in `data`, nothing run yet. */
export interface LoadedSandbox {
  readonly sandbox: Sandbox;
  readonly data: QuickJSHandle;
  readonly prelude: Readonly<Record<keyof Prelude, QuickJSHandle>>;
}

export interface LoadOptions {
  readonly deadline: number;
  /** Whether documents are read block by block. */
  readonly large: boolean;
  /** Whether the items of large documents refuse changes. */
  readonly frozen: boolean;
}

export async function loadDocuments(
  request: ExtractRequest,
  { deadline, large, frozen }: LoadOptions,
): Promise<LoadedSandbox | Extract<ExtractResult, { type: "failed" }>> {
  const sandbox = await openSandbox(request.memory, deadline);
  const { context } = sandbox;
  const settings = { now: request.now, mostCharacters: MOST_RESULT_BYTES };
  const made = mustEvaluate(sandbox, `(${prelude})(${JSON.stringify(settings)})`);
  const names = ["finish", "notes", "printed", "describe", "isCallable", "isPromise"] as const;
  const functions = Object.fromEntries(names.map((name) => [name, context.getProp(made, name)]));
  const parse = mustEvaluate(sandbox, "JSON.parse");

  const documents = Object.entries(request.documents);
  const values: QuickJSHandle[] = [];
  for (const [name, bytes] of documents) {
    const value = large ? openLarge(bytes) : parseWhole(bytes);
    if ("message" in value) {
      const which = documents.length > 1 ? `The document ${name}` : "The document";
      const why = value.message.replace(/^The document is not valid JSON\s*/, "");
      return { type: "failed", message: `${which} is not valid JSON: ${why}` };
    }
    values.push(value.handle);
  }
  let data = values[0] ?? context.undefined;
  if (documents.length > 1) {
    data = context.newObject();
    for (const [i, [name]] of documents.entries()) context.setProp(data, name, values[i] as QuickJSHandle);
  }
  context.defineProp(context.global, "data", { value: data, configurable: true, enumerable: true });
  return { sandbox, data, prelude: functions as LoadedSandbox["prelude"] };

  function parseWhole(bytes: Uint8Array): { readonly handle: QuickJSHandle } | { readonly message: string } {
    using text = context.newString(textOf(bytes));
    const { value, error } = sandbox.call(parse, text);
    if (error === undefined) return { handle: value };
    if (error.name !== "SyntaxError") throw new FuxiError("engine-error", error.message);
    return { message: error.message };
  }

  function openLarge(bytes: Uint8Array): { readonly handle: QuickJSHandle } | { readonly message: string } {
    try {
      const host = largeDocument(bytes);
      const calls = context.newObject();
      context.setProp(
        calls,
        "open",
        sandbox.define("open", (start) => host.open(Number(start))),
      );
      context.setProp(
        calls,
        "block",
        sandbox.define("block", (container, block) => host.block(Number(container), Number(block))),
      );
      context.setProp(
        calls,
        "find",
        sandbox.define("find", (container, key) => host.find(Number(container), String(key))),
      );
      const view = sandbox.call(
        mustEvaluate(sandbox, `(${largeView})`),
        calls,
        frozen ? context.true : context.false,
      );
      if (view.error !== undefined) throw new FuxiError("internal", view.error.message);
      const opened = sandbox.call(view.value, context.newNumber(0));
      return opened.error === undefined ? { handle: opened.value } : { message: opened.error.message };
    } catch (error) {
      if (FuxiError.isInstance(error) && error.code === "data-invalid") return { message: error.message };
      throw error;
    }
  }
}

function mustEvaluate(sandbox: Sandbox, code: string): QuickJSHandle {
  const { value, error } = sandbox.evaluate(code);
  if (error === undefined) return value;
  throw new FuxiError("internal", `The sandbox could not be prepared: ${error.message}`);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
