import type { QuickJSHandle } from "quickjs-emscripten-core";
import type { ExtractRequest } from "../extract-messages.ts";
import type { ExtractResult } from "../extractor.ts";
import { finishResult, stoppedBy } from "../finish-result.ts";
import { type LoadedSandbox, type LoadOptions, loadDocuments } from "../sandbox/load-documents.ts";
import type { SandboxError } from "../sandbox/open-sandbox.ts";
import { type FailedAccess, failedAccess } from "./explain-failure.ts";
import { failureMessage } from "./failure-message.ts";
import { mayChangeItems } from "./may-change-items.ts";
import { programShape } from "./program-shape.ts";
import { cleanProgram, PROGRAM_FORMS, type ProgramForm, programText } from "./program-source.ts";

const FILE = "program.js";
const WATCH = "__fuxi_watch";

type Parent = NonNullable<FailedAccess["parent"]>;

type Ran =
  | { readonly value: QuickJSHandle; readonly note?: string }
  | { readonly error: SandboxError; readonly form?: ProgramForm };

export async function runProgram(
  program: string,
  request: ExtractRequest,
  given: LoadOptions,
): Promise<ExtractResult> {
  const { source, lines } = cleanProgram(program);
  const options = { ...given, frozen: given.frozen && mayChangeItems(source) };
  const loaded = await loadDocuments(request, options);
  if ("type" in loaded) return loaded;
  const ran = execute(loaded, source, options);
  if ("value" in ran) return withAdvice(finishResult(loaded, request, ran.value, ran.note));
  const stopped = stoppedBy(ran.error, loaded, request);
  if (stopped !== undefined) return stopped;

  const place = placeOf(ran.error.stack);
  const before = ran.form === undefined ? 0 : programText("", ran.form).before;
  const column = place === undefined ? 0 : place.column - (place.line === 1 ? before : 0);
  const found =
    place === undefined
      ? undefined
      : failedAccess(source, offsetOf(source, place.line, column), ran.error.message);
  const seen = found?.parent === undefined ? undefined : await watch(found.parent, ran.error.message);
  const message = failureMessage(ran.error, found, seen, describe(loaded));
  if (place === undefined || ran.form === undefined) return { type: "failed", message };
  const last = source.split("\n").length;
  return {
    type: "failed",
    message,
    line: Math.min(place.line, last) + lines,
    column: Math.max(1, column),
  };

  /** Runs it again, which fails at the same place, to see what the failing access was made on. */
  async function watch({ start, end, text }: Parent, message: string): Promise<string | undefined> {
    const again = await loadDocuments(request, options);
    if ("type" in again) return undefined;
    const { sandbox, prelude } = again;
    const { context } = sandbox;
    let seen = "";
    const note = sandbox.define("note", (description) => {
      seen = String(description);
      return 0;
    });
    const watcher = sandbox.evaluate(
      "(note, describe) => (value) => { note(describe(value)); return value; }",
    );
    if (watcher.error !== undefined) return undefined;
    const watching = sandbox.call(watcher.value, note, prelude.describe);
    if (watching.error !== undefined) return undefined;
    context.setProp(context.global, WATCH, watching.value);
    const second = execute(again, `${source.slice(0, start)}${WATCH}(${text})${source.slice(end)}`, options);
    return "error" in second && second.error.message === message && seen !== "" ? seen : undefined;
  }
}

function withAdvice(result: ExtractResult): ExtractResult {
  if (result.type !== "value" || result.note !== "no value") return result;
  return { ...result, note: "The program gave no value: end it with an expression, a return or print(...)." };
}

/** Compiles the program in the first form that is valid, runs it, and finds out which value was meant. */
function execute(loaded: LoadedSandbox, source: string, { frozen, large }: LoadOptions): Ran {
  const { sandbox, data } = loaded;
  const strict = large && frozen;
  const complaints: Complaint[] = [];
  for (const form of PROGRAM_FORMS) {
    const { text, before } = programText(source, form);
    const compiled = sandbox.evaluate(text, { file: FILE, strict, compileOnly: true });
    if (compiled.error === undefined) {
      const done = sandbox.evaluate(text, { file: FILE, strict });
      return done.error === undefined ? meant(done.value, form) : { error: done.error, form };
    }
    const { line = 0, column = 0 } = placeOf(compiled.error.stack) ?? {};
    complaints.push({ error: compiled.error, form, line, column: line === 1 ? column - before : column });
  }
  return furthest(complaints);

  function meant(value: QuickJSHandle, form: ProgramForm): Ran {
    const { context } = sandbox;
    const shape = form === "script" ? programShape(source) : undefined;
    if (shape === undefined || shape.endsWithExpression) {
      const settled = settle(value, form);
      if ("error" in settled || context.typeof(settled.value) !== "undefined") return settled;
    }
    const printed = sandbox.call(loaded.prelude.printed);
    if (printed.error === undefined && context.typeof(printed.value) !== "undefined")
      return { value: printed.value };
    for (const name of shape?.endsWithExpression === false ? candidates(shape) : []) {
      const { value: held } = sandbox.evaluate(`typeof ${name} === "undefined" ? undefined : ${name}`);
      if (held === undefined || context.typeof(held) === "undefined") continue;
      const settled = settle(held, form);
      return "error" in settled
        ? settled
        : { ...settled, note: `Taken: \`${name}\`. End with an expression or a return to choose.` };
    }
    return { value: context.undefined };
  }

  /** Calls a function with the document, and waits for a promise. */
  function settle(value: QuickJSHandle, form: ProgramForm): Ran {
    const { context } = sandbox;
    let settled = value;
    if (context.typeof(settled) === "function") {
      const called = sandbox.call(settled, data);
      if (called.error !== undefined) return { error: called.error, form };
      settled = called.value;
    }
    const promise = sandbox.call(loaded.prelude.isPromise, settled);
    if (promise.error !== undefined || context.dump(promise.value) !== true) return { value: settled };
    const jobs = sandbox.runJobs();
    if (jobs !== undefined) return { error: jobs, form };
    const state = sandbox.promiseState(settled);
    if (state.error !== undefined) return { error: state.error, form };
    return { value: state.value };
  }
}

interface Complaint {
  readonly error: SandboxError;
  readonly form: ProgramForm;
  readonly line: number;
  readonly column: number;
}

/** Of the forms for statements, the one that came furthest: a script complains of a `return`, and a function not. */
function furthest(complaints: readonly Complaint[]): Complaint {
  return complaints
    .filter(({ form }) => !form.endsWith("expression"))
    .reduce((best, each) =>
      each.line > best.line || (each.line === best.line && each.column > best.column) ? each : best,
    );
}

/** What a program without a value of its own can have meant: a function with a telling name, a variable with one, what was declared last. */
function candidates(shape: ReturnType<typeof programShape>): readonly string[] {
  const functions = shape.functions.filter((name) => /^(?:extract|main|run|solve|transform)/i.test(name));
  const variables = shape.variables.filter((name) =>
    /^(?:results?|out|output|answer|res|ret|value|values)$/i.test(name),
  );
  const last = [...shape.variables.slice(-1), ...shape.functions.slice(-1)];
  return [...functions.slice(0, 1), ...variables.slice(-1), ...last];
}

function describe({ sandbox, prelude, data }: LoadedSandbox): string {
  const { value } = sandbox.call(prelude.describe, data);
  return value === undefined ? "" : sandbox.context.getString(value);
}

function placeOf(stack: string): { readonly line: number; readonly column: number } | undefined {
  const match = /program\.js:(\d+):(\d+)/.exec(stack.slice(0, 2000));
  return match === null ? undefined : { line: Number(match[1]), column: Number(match[2]) };
}

function offsetOf(source: string, line: number, column: number): number {
  const before = source.split("\n").slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}
