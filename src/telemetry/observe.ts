import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  type Link,
  ProxyTracerProvider,
  propagation,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { FuxiError } from "../errors/fuxi-error.ts";
import { contentsWanted } from "./contents.ts";

/** Fallback of the conventions. Messages are contents, and class names of foreign errors are no closed set. */
const OTHER = "_OTHER";

/** The code of an error, for `error.type`: never its message. */
export function errorType(error: unknown): string {
  if (FuxiError.isInstance(error)) return error.code;
  return error instanceof Error && error.name === "AbortError" ? "cancelled" : OTHER;
}

const SCOPE = "fuxi";

/**
 * Whether an application has registered anything that hears of spans, or that passes a trace on; it may do so at any time. Where nobody
 * listens, what would be told is not put together: that costs more than many a call.
 */
export function observed(): boolean {
  const provider = trace.getTracerProvider();
  const traced =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined;
  return traced || propagation.fields().length > 0;
}

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
const HIDDEN = createContextKey("fuxi: no spans here");

/** What is known of an operation when it has ended. */
export interface Ended {
  /** Low-cardinality code; absent where it went well. */
  readonly error?: string | undefined;
  readonly attributes?: Attributes;
  readonly contents?: (() => Attributes) | undefined;
}

/** An operation with a span. */
export interface Operation<T> {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** Asked for only where contents are wanted and somebody records. */
  readonly contents?: (() => Attributes) | undefined;
  /** In place of the active context. */
  readonly parent?: Context;
  readonly links?: readonly Link[];
  /** No span of its own where nothing traced has caused it: what an engine is asked while it is opened would be a trace for each statement. */
  readonly withinTraceOnly?: boolean;
  readonly ended: (result: T) => Ended;
  /** `error.type` of what was thrown, alone or with more: `errorType` unless given. */
  readonly thrown?: (error: unknown) => string | Ended;
}

/**
 * Does the work within a span of the global tracer; without an SDK that costs next to nothing. What the work throws goes through unchanged; of
 * it the span has the code only.
 */
export async function observe<T>(operation: Operation<T>, work: (span: Span) => Promise<T>): Promise<T> {
  const { name, kind, attributes, parent = context.active(), links = [] } = operation;
  const isHidden =
    operation.withinTraceOnly === true &&
    (trace.getSpan(parent) === undefined || parent.getValue(HIDDEN) === true);
  if (isHidden || !observed())
    return await (parent === context.active() ? work(NO_SPAN) : context.with(parent, () => work(NO_SPAN)));
  const span = trace.getTracer(SCOPE).startSpan(name, { kind, attributes, links: [...links] }, parent);
  add(span, operation.contents);
  const end = ({ error, attributes: more = {}, contents }: Ended): void => {
    span.setAttributes({ ...more, "error.type": error });
    add(span, contents);
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  let result: T;
  try {
    result = await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    const told = (operation.thrown ?? errorType)(error);
    end(typeof told === "string" ? { error: told } : told);
    throw error;
  }
  end(unlessItThrows(() => operation.ended(result)) ?? {});
  return result;
}

/** What is told of an operation must not fail it: a model or an environment of somebody's own may leave out what its port promises. */
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
