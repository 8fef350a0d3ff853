import {
  type Attributes,
  type AttributeValue,
  type Context,
  type Counter,
  context,
  createContextKey,
  createNoopMeter,
  type Histogram,
  INVALID_SPAN_CONTEXT,
  type Link,
  type MeterProvider,
  metrics,
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

const CALL_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const MCP_SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const DATABASE_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const RUN_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800];
const TOKENS = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864,
];

/** Durations are in seconds. Boundaries of the conventions' own metrics are the conventions'. */
const HISTOGRAMS = {
  "gen_ai.client.operation.duration": {
    unit: "s",
    boundaries: CALL_SECONDS,
    description: "GenAI operation duration.",
  },
  "gen_ai.client.token.usage": {
    unit: "{token}",
    boundaries: TOKENS,
    description: "Number of input and output tokens used.",
  },
  "mcp.server.operation.duration": {
    unit: "s",
    boundaries: MCP_SECONDS,
    description:
      "MCP request or notification duration as observed on the receiver from the time it was received until the result or ack is sent.",
  },
  "db.client.operation.duration": {
    unit: "s",
    boundaries: DATABASE_SECONDS,
    description: "Duration of database client operations.",
  },
  "http.client.request.duration": {
    unit: "s",
    boundaries: HTTP_SECONDS,
    description: "Duration of HTTP client requests.",
  },
  "fuxi.run.duration": {
    unit: "s",
    boundaries: RUN_SECONDS,
    description: "Time of one run, or of going on with one, by outcome.",
  },
} as const;

type HistogramName = keyof typeof HISTOGRAMS;

const COUNTERS = {
  "fuxi.tool.failures": { unit: "{failure}", description: "Tool calls that failed, by code." },
} as const;

interface Instruments {
  readonly histograms: Map<HistogramName, Histogram>;
  readonly counters: Map<keyof typeof COUNTERS, Counter>;
}

/** An instrument belongs to the provider that made it, and an application may register its own at any time. */
const made = new WeakMap<MeterProvider, Instruments>();

function instruments(provider: MeterProvider): Instruments {
  const known = made.get(provider);
  if (known !== undefined) return known;
  const fresh: Instruments = { histograms: new Map(), counters: new Map() };
  made.set(provider, fresh);
  return fresh;
}

export function measure(name: HistogramName, value: number, attributes: Attributes): void {
  const provider = metrics.getMeterProvider();
  const { histograms } = instruments(provider);
  let histogram = histograms.get(name);
  if (histogram === undefined) {
    const { unit, description, boundaries } = HISTOGRAMS[name];
    const advice = { explicitBucketBoundaries: [...boundaries] };
    histogram = provider.getMeter(SCOPE).createHistogram(name, { unit, description, advice });
    histograms.set(name, histogram);
  }
  histogram.record(value, attributes);
}

export function count(name: keyof typeof COUNTERS, attributes: Attributes): void {
  const provider = metrics.getMeterProvider();
  const { counters } = instruments(provider);
  let counter = counters.get(name);
  if (counter === undefined) {
    counter = provider.getMeter(SCOPE).createCounter(name, COUNTERS[name]);
    counters.set(name, counter);
  }
  counter.add(1, attributes);
}

const NO_METER = createNoopMeter();
const meters = new WeakMap<MeterProvider, boolean>();

/**
 * Whether an application has registered anything that hears of spans or durations, or that passes a trace on; it may do so at any time. Where nobody
 * listens, what would be told is not put together: that costs more than many a call.
 */
export function observed(): boolean {
  return traced() || measured() || propagation.fields().length > 0;
}

function traced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined;
}

/** The provider that the API stands in with hands out one meter, which keeps nothing. */
function measured(): boolean {
  const provider = metrics.getMeterProvider();
  let known = meters.get(provider);
  if (known === undefined) {
    known = provider.getMeter(SCOPE) !== NO_METER;
    meters.set(provider, known);
  }
  return known;
}

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
