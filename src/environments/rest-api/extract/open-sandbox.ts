import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";

/** Above this, QuickJS was seen to run over the stack of its thread. */
const STACK_BYTES = 256 * 1024;
const PAGE_BYTES = 64 * 1024;
const FIRST_PAGES = 256;

/** Every Node has this global, but the library types of this project lack it. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object;
    readonly Module: new (bytes: Uint8Array) => object;
  };
};

// The package's types describe its CommonJS form, where the variant is one level deeper.
const engine = variant as unknown as QuickJSSyncVariant;

let compiled: object | undefined;

/** An error that left the sandbox, as text. */
export interface SandboxError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

export type Evaluated =
  | { readonly value: QuickJSHandle; readonly error?: never }
  | { readonly error: SandboxError; readonly value?: never };

export interface Sandbox {
  readonly context: QuickJSContext;
  /** True once the deadline has stopped something. */
  isLate(): boolean;
  evaluate(
    code: string,
    options?: { readonly file?: string; readonly strict?: boolean; readonly compileOnly?: boolean },
  ): Evaluated;
  call(callee: QuickJSHandle, ...parameters: readonly QuickJSHandle[]): Evaluated;
  /** Runs pending promise jobs until none is left. */
  runJobs(): SandboxError | undefined;
  /** The result of a promise. One that is still pending is an error. */
  promiseState(promise: QuickJSHandle): Evaluated;
}

/**
 * A fresh instance of the engine with memory of its own, capped by WebAssembly itself: `setMemoryLimit` was measured not to hold. Nothing of an
 * earlier program can be in it. It is never disposed of, only dropped, since disposing after an abort was seen to abort again.
 */
export async function openSandbox(memory: number, deadline: number): Promise<Sandbox> {
  const maximum = Math.max(FIRST_PAGES, Math.min(32_768, Math.floor(memory / PAGE_BYTES)));
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
  compiled ??= new WebAssembly.Module(
    readFileSync(fileURLToPath(import.meta.resolve("@jitl/quickjs-wasmfile-release-sync/wasm"))),
  );
  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(engine, { wasmMemory, wasmModule: compiled }),
  );
  const runtime = module.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  let late = false;
  runtime.setInterruptHandler(() => {
    late ||= Date.now() > deadline;
    return late;
  });
  const context = runtime.newContext();

  const evaluated = (result: ReturnType<QuickJSContext["evalCode"]>): Evaluated => {
    if (result.error === undefined) return { value: result.value };
    const error = readError(context, result.error);
    result.error.dispose();
    return { error };
  };
  return {
    context,
    isLate: () => late,
    evaluate: (code, { file = "fuxi.js", ...options } = {}) =>
      evaluated(context.evalCode(code, file, options)),
    call: (callee, ...parameters) =>
      evaluated(context.callFunction(callee, context.undefined, ...parameters)),
    runJobs() {
      const { error } = runtime.executePendingJobs();
      if (error === undefined) return undefined;
      return readError(context, error);
    },
    promiseState(promise) {
      const state = context.getPromiseState(promise);
      if (state.type === "fulfilled") return { value: state.value };
      if (state.type === "rejected") return { error: readError(context, state.error) };
      return {
        error: {
          name: "Error",
          message: "The promise never ends: nothing can be waited for here.",
          stack: "",
        },
      };
    },
  };
}

function readError(context: QuickJSContext, handle: QuickJSHandle): SandboxError {
  if (context.typeof(handle) !== "object") return { name: "", message: text(handle), stack: "" };
  const [name, message, stack] = ["name", "message", "stack"].map((key) => {
    using member = context.getProp(handle, key);
    return context.typeof(member) === "string" ? context.getString(member) : "";
  });
  return { name: name ?? "", message: message || text(handle), stack: stack ?? "" };

  function text(value: QuickJSHandle): string {
    const dumped: unknown = context.dump(value);
    return typeof dumped === "string" ? dumped : (JSON.stringify(dumped) ?? String(dumped));
  }
}
