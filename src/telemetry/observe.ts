import {
  type Attributes,
  type AttributeValue,
  type Context,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  type Link,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { contentsWanted } from "./contents.ts";
import { errorType } from "./error-type.ts";
import { type HistogramName, measure, SCOPE } from "./instruments.ts";
import { observed } from "./observed.ts";

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
const HIDDEN = createContextKey("fuxi: no spans here");

/** What is known of an operation when it has ended. */
export interface Ended {
  /** Low-cardinality code; absent where it went well. */
  readonly error?: string | undefined;
  readonly attributes?: Attributes;
  readonly contents?: () => Attributes;
}

/** An operation with a span, and a duration where `measured` names a metric. */
export interface Operation<T> {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** Asked for only where contents are wanted and somebody records. */
  readonly contents?: () => Attributes;
  /** In place of the active context. */
  readonly parent?: Context;
  readonly links?: readonly Link[];
  /** No span of its own where nothing traced has caused it: what an engine is asked while it is opened would be a trace for each statement. */
  readonly withinTraceOnly?: boolean;
  /** The duration, with those of the span's attributes that are named: each has few values. */
  readonly measured?: { readonly histogram: HistogramName; readonly by: readonly string[] };
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
  if (!observed())
    return await (parent === context.active() ? work(NO_SPAN) : context.with(parent, () => work(NO_SPAN)));
  const within =
    operation.withinTraceOnly !== true ||
    (trace.getSpan(parent) !== undefined && parent.getValue(HIDDEN) !== true);
  const span = within
    ? trace.getTracer(SCOPE).startSpan(name, { kind, attributes, links: [...links] }, parent)
    : NO_SPAN;
  add(span, operation.contents);
  const since = performance.now();
  const end = ({ error, attributes: more = {}, contents }: Ended): void => {
    const failed: Attributes = error === undefined ? {} : { "error.type": error };
    span.setAttributes({ ...more, ...failed });
    add(span, contents);
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    const { measured } = operation;
    if (measured === undefined) return;
    const all: Attributes = { ...attributes, ...more, ...failed };
    measure(measured.histogram, (performance.now() - since) / 1000, picked(all, measured.by));
  };
  let result: T;
  try {
    result = await context.with(within ? trace.setSpan(parent, span) : parent, () => work(span));
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

/** Statements and requests within the work have no spans: there may be hundreds. They are measured all the same. */
export function withoutSpans<T>(work: () => Promise<T>): Promise<T> {
  if (!observed()) return work();
  return context.with(context.active().setValue(HIDDEN, true), work);
}

function add(span: Span, contents: (() => Attributes) | undefined): void {
  if (contents === undefined || !span.isRecording() || !contentsWanted()) return;
  span.setAttributes(unlessItThrows(contents) ?? {});
}

/** `error.type` is always among them. */
function picked(attributes: Attributes, names: readonly string[]): Attributes {
  const found: Record<string, AttributeValue> = {};
  for (const name of ["error.type", ...names]) {
    const value = attributes[name];
    if (value !== undefined && value !== null) found[name] = value;
  }
  return found;
}
