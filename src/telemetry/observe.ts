import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  ProxyTracerProvider,
  propagation,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { FuxiError } from "../errors/fuxi-error.ts";
import { contentsWanted } from "./contents.ts";

/** Fallback of the conventions for unknown errors. Messages are contents, and class names of foreign errors are no closed set. */
const OTHER = "_OTHER";

/** The code of an error, for `error.type`: never its message. */
export function errorType(error: unknown): string {
  if (FuxiError.isInstance(error)) return error.code;
  return error instanceof Error && error.name === "AbortError" ? "cancelled" : OTHER;
}

const SCOPE = "fuxi";

/**
 * True if an application has registered a tracer or a propagator, which it may do at any time. If it has not, callers skip building the
 * attributes, which would cost more than many a call.
 */
export function observed(): boolean {
  const provider = trace.getTracerProvider();
  const traced =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined;
  return traced || propagation.fields().length > 0;
}

const HIDDEN = createContextKey("fuxi: no spans here");

/** Result of an operation for its span. */
export interface Ended {
  /** Low-cardinality error code; absent on success. */
  readonly error?: string | undefined;
  readonly attributes?: Attributes;
  readonly contents?: (() => Attributes) | undefined;
}

/** An operation with a span. */
export interface Operation<T> {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** Called only if contents are wanted and the span is recorded. */
  readonly contents?: (() => Attributes) | undefined;
  /** Replaces the active context. */
  readonly parent?: Context;
  /** No span without a parent span: otherwise each statement of opening an engine would become a trace of its own. */
  readonly withinTraceOnly?: boolean;
  readonly ended: (result: T) => Ended;
  /** `error.type` of a thrown error, alone or with attributes: `errorType` unless given. */
  readonly thrown?: (error: unknown) => string | Ended;
}

/**
 * Does the work within a span of the global tracer; without an SDK that costs next to nothing. Errors of the work are rethrown unchanged; the
 * span holds only their code.
 */
export async function observe<T>(operation: Operation<T>, work: () => Promise<T>): Promise<T> {
  const { name, kind, attributes, parent = context.active() } = operation;
  const isHidden =
    operation.withinTraceOnly === true &&
    (trace.getSpan(parent) === undefined || parent.getValue(HIDDEN) === true);
  if (isHidden || !observed())
    return await (parent === context.active() ? work() : context.with(parent, work));
  const span = trace.getTracer(SCOPE).startSpan(name, { kind, attributes }, parent);
  add(span, operation.contents);
  const end = ({ error, attributes: more = {}, contents }: Ended): void => {
    span.setAttributes({ ...more, "error.type": error });
    add(span, contents);
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  let result: T;
  try {
    result = await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    const told = (operation.thrown ?? errorType)(error);
    end(typeof told === "string" ? { error: told } : told);
    throw error;
  }
  end(unlessItThrows(() => operation.ended(result)) ?? {});
  return result;
}

/** Telemetry must not fail an operation: a custom model or environment may lack members that its interface promises. */
function unlessItThrows<T>(told: () => T): T | undefined {
  try {
    return told();
  } catch {
    return undefined;
  }
}

/** Statements and requests within the work have no spans: there may be hundreds. */
export function withoutSpans<T>(work: () => Promise<T>): Promise<T> {
  return observed() ? context.with(context.active().setValue(HIDDEN, true), work) : work();
}

function add(span: Span, contents: (() => Attributes) | undefined): void {
  if (contents === undefined || !span.isRecording() || !contentsWanted()) return;
  span.setAttributes(unlessItThrows(contents) ?? {});
}
