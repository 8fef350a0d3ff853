import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { QuickJSHandle } from "quickjs-emscripten-core";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import {
  type ExtractRequest,
  type ExtractResult,
  MOST_RESULT_BYTES,
  stoppedByMemory,
  stoppedByResult,
  stoppedByTime,
} from "./extraction.ts";
import { type Evaluated, openSandbox, type Sandbox, type SandboxError } from "./open-sandbox.ts";
import { type Prelude, prelude } from "./prelude.ts";

/** A sandbox with the documents in `data`, nothing run yet. */
interface Loaded {
  readonly sandbox: Sandbox;
  readonly data: QuickJSHandle;
  readonly prelude: Readonly<Record<keyof Prelude, QuickJSHandle>>;
}

/** Runs one extraction in a fresh sandbox. */
export async function runExtraction(request: ExtractRequest): Promise<ExtractResult> {
  const { documents, what, memory } = request;
  const deadline = Date.now() + request.milliseconds;
  try {
    const sandbox = await openSandbox(memory, deadline);
    const loaded = load(sandbox, documents);
    if ("type" in loaded) return loaded;
    return "program" in what
      ? runProgram(what.program, loaded, request)
      : runExpression(what.expression, loaded, request);
  } catch (error) {
    if (Date.now() > deadline) return stoppedByTime(request.milliseconds);
    const message = error instanceof Error ? error.message : "";
    if (/call stack|stack overflow/.test(message))
      return { type: "failed", message: "The document is nested too deeply." };
    if (FuxiError.isInstance(error) && error.code === "internal") throw error;
    // Other errors are aborts of the engine: its memory is full.
    return stoppedByMemory(memory);
  }
}

function load(sandbox: Sandbox, documents: ExtractRequest["documents"]): Loaded | ExtractResult {
  const { context } = sandbox;
  const must = (code: string): QuickJSHandle => {
    const { value, error } = sandbox.evaluate(code);
    if (error === undefined) return value;
    throw new FuxiError("internal", `The sandbox could not be prepared: ${error.message}`);
  };
  const made = must(`(${prelude})(${MOST_RESULT_BYTES})`);
  const names = ["finish", "notes", "printed", "isPromise"] as const;
  const functions = Object.fromEntries(names.map((name) => [name, context.getProp(made, name)]));
  const parse = must("JSON.parse");
  const named = Object.entries(documents);
  const values: QuickJSHandle[] = [];
  for (const [name, bytes] of named) {
    using text = context.newString(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"),
    );
    const { value, error } = sandbox.call(parse, text);
    if (error === undefined) values.push(value);
    else if (error.name !== "SyntaxError") throw new FuxiError("engine-error", error.message);
    else {
      const which = named.length > 1 ? `The document ${name}` : "The document";
      return { type: "failed", message: `${which} is not valid JSON: ${error.message}` };
    }
  }
  let data = values[0] ?? context.undefined;
  if (named.length > 1) {
    data = context.newObject();
    for (const [i, [name]] of named.entries()) context.setProp(data, name, values[i] as QuickJSHandle);
  }
  context.defineProp(context.global, "data", { value: data, configurable: true, enumerable: true });
  return { sandbox, data, prelude: functions as Loaded["prelude"] };
}

/** Takes a value out of the sandbox as JSON. `nothing`: the note where there is no value. */
function finish(
  loaded: Loaded,
  request: ExtractRequest,
  value: QuickJSHandle,
  nothing: string,
): ExtractResult {
  const { sandbox, prelude: own } = loaded;
  const finished = sandbox.call(own.finish, value);
  if (finished.error !== undefined) {
    if (finished.error.name === "ResultTooLarge") return stoppedByResult();
    return failed(finished.error, loaded, request);
  }
  const text = sandbox.context.getString(finished.value);
  if (Buffer.byteLength(text) > MOST_RESULT_BYTES) return stoppedByResult();
  const noted = sandbox.call(own.notes);
  const note = noted.error === undefined ? sandbox.context.getString(noted.value) : "";
  const told = note.replace("no value", nothing);
  return { type: "value", value: JSON.parse(text), ...(told === "" ? {} : { note: told }) };
}

/** A failure that also describes `data`, unless the error is an exceeded limit. */
function failed(
  error: SandboxError,
  loaded: Loaded,
  { milliseconds, memory }: ExtractRequest,
): ExtractResult {
  const { name, message } = error;
  if (loaded.sandbox.isLate()) return stoppedByTime(milliseconds);
  // If there is no memory to create the error, null is thrown.
  const full = name === "InternalError" && /^(?:out of memory|string too long)$/.test(message);
  if (full || (name === "" && message === "null")) return stoppedByMemory(memory);
  if (message === "stack overflow")
    return { type: "failed", message: "The program calls itself too deeply (stack overflow)." };
  const told = name === "" || name === "Error" || name === "Jsonata" ? message : `${name}: ${message}`;
  // Names that do not exist are best corrected from a list of those that do.
  const misses = name === "TypeError" || name === "ReferenceError";
  return {
    type: "failed",
    message: misses ? `${told}. A program sees \`data\`; data ${described(loaded)}.` : told,
  };
}

const DESCRIBE = `((value) => {
  const members = (each) => Object.keys(each).slice(0, 30).map((name) => name.slice(0, 40)).join(", ");
  if (typeof value !== "object" || value === null) return "is " + (value === null ? "null" : typeof value);
  if (!Array.isArray(value)) return "has: " + members(value);
  const first = typeof value[0] === "object" && value[0] !== null ? ", the first with: " + members(value[0]) : "";
  return "is a list of " + value.length + first;
})`;

/** A short description of `data`: its type and members. */
function described({ sandbox, data }: Loaded): string {
  const { value: describe } = sandbox.evaluate(DESCRIBE);
  const { value } = describe === undefined ? {} : sandbox.call(describe, data);
  return value === undefined ? "cannot be looked at" : sandbox.context.getString(value);
}

/** The value that a promise has come to; any other value as it is. */
function settled({ sandbox, prelude: own }: Loaded, value: QuickJSHandle): Evaluated {
  const promise = sandbox.call(own.isPromise, value);
  if (promise.error !== undefined || sandbox.context.dump(promise.value) !== true) return { value };
  const broken = sandbox.runJobs();
  return broken === undefined ? sandbox.promiseState(value) : { error: broken };
}

const FILE = "program.js";
const NO_VALUE = "The program gave no value: end it with an expression, a return or print(...).";

/** Texts that wrap a program, in the order in which the forms are tried. */
const FORMS: readonly (readonly [before: string, behind: string])[] = [
  ["(", "\n)"],
  ["", ""],
  ["(async () => (", "\n))()"],
  ["(async function () {", "\n})()"],
];

/** Compiles the program in the first form that is valid, runs it, and takes the value of its last expression or of what it printed. */
function runProgram(written: string, loaded: Loaded, request: ExtractRequest): ExtractResult {
  const { sandbox, data, prelude: own } = loaded;
  const { context } = sandbox;
  const { source, lines } = cleaned(written);
  const bare = source.replace(/[\s;]+$/, "");
  const compiles = (text: string): SandboxError | undefined =>
    sandbox.evaluate(text, { file: FILE, compileOnly: true }).error;
  const faultAt = (error: SandboxError, before: number): ExtractResult => {
    const result = failed(error, loaded, request);
    const match = /program\.js:(\d+):(\d+)/.exec(error.stack.slice(0, 2000));
    if (result.type !== "failed" || match === null) return result;
    const line = Math.min(Number(match[1]), source.split("\n").length);
    const column = Math.max(1, Number(match[2]) - (match[1] === "1" ? before : 0));
    return { ...result, line: line + lines, column };
  };
  const texts = FORMS.map(([before, behind]) => `${before}${before.endsWith("(") ? bare : source}${behind}`);
  const faults = texts.map(compiles);
  const form = faults.indexOf(undefined);
  // `return` is an error in a script but not in a function: the error of the form that parsed furthest is reported.
  if (form < 0) {
    const [script, inFunction] = [1, 3].map((at) =>
      faultAt(faults[at] as SandboxError, FORMS[at]?.[0].length ?? 0),
    );
    return placeOf(inFunction) > placeOf(script) ? (inFunction as ExtractResult) : (script as ExtractResult);
  }
  const before = FORMS[form]?.[0].length ?? 0;
  const ran = sandbox.evaluate(texts[form] as string, { file: FILE });
  if (ran.error !== undefined) return faultAt(ran.error, before);
  // A script that ends with a loop has no intended value. If `,0` can follow, it ends with an expression.
  const hasValue = form !== 1 || compiles(`${bare}\n,0`) === undefined;
  const given = settled(loaded, hasValue ? ran.value : context.undefined);
  if (given.error !== undefined) return faultAt(given.error, before);
  let { value } = given;
  if (context.typeof(value) === "undefined") value = sandbox.call(own.printed).value ?? value;
  if (context.typeof(value) === "function") {
    const called = sandbox.call(value, data);
    const result = called.error === undefined ? settled(loaded, called.value) : called;
    if (result.error !== undefined) return faultAt(result.error, before);
    value = result.value;
  }
  return finish(loaded, request, value, NO_VALUE);
}

const placeOf = (result: ExtractResult | undefined): number =>
  result?.type === "failed" ? (result.line ?? 0) * 1e6 + (result.column ?? 0) : 0;

/** The program without a Markdown fence and without `export`; columns do not shift. `lines`: number of lines removed above it. */
function cleaned(written: string): { readonly source: string; readonly lines: number } {
  const inner = /^\s*```[^\n]*\n([\s\S]*?)\n?[ \t]*```\s*$/.exec(written)?.[1];
  const source = (inner ?? written).replace(/^export\s+(?:default\s+)?/gm, (text) =>
    text.replace(/[^\n]/g, " "),
  );
  const above = inner === undefined ? "" : written.slice(0, written.indexOf(inner));
  return { source, lines: above.split("\n").length - 1 };
}

let library: string | undefined;

/** Runs in the sandbox. Turns an error of JSONata into an ordinary one that carries its position. */
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
 * Runs JSONata in the same sandbox as programs, although it is about ten times slower there: expressions can build functions, loop for ever and
 * fill any heap, and escapes from its evaluator have been found before.
 */
function runExpression(expression: string, loaded: Loaded, request: ExtractRequest): ExtractResult {
  const { sandbox, data } = loaded;
  library ??= readFileSync(createRequire(import.meta.url).resolve("jsonata/jsonata.min.js"), "utf8");
  // The library attaches itself to `window` if there is one.
  const prepared = sandbox.evaluate(`var window = globalThis; ${library}; delete globalThis.window;`);
  const evaluate = prepared.error === undefined ? sandbox.evaluate(EVALUATE) : prepared;
  if (evaluate.error !== undefined) return failed(evaluate.error, loaded, request);
  const begun = sandbox.call(evaluate.value, sandbox.context.newString(expression), data);
  const result = begun.error === undefined ? settled(loaded, begun.value) : begun;
  if (result.error === undefined)
    return finish(
      loaded,
      request,
      result.value,
      `The expression matched nothing; data ${described(loaded)}.`,
    );
  const failure = failed(result.error, loaded, request);
  const position = Number(result.error.stack || "none");
  if (failure.type !== "failed" || !Number.isInteger(position)) return failure;
  const before = expression.slice(0, Math.max(0, position - 1)).split("\n");
  return { ...failure, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
