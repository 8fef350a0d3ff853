import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterEach } from "vitest";

type Value = string | number | boolean | readonly Value[];
export type Values = Readonly<Record<string, Value>>;

export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly failed: boolean;
  readonly attributes: Values;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly Span[];
  readonly resource: Values;
  /** Everything that arrived, as sent. */
  readonly bytes: string;
  named(name: string): readonly Span[];
  one(name: string): Span;
}

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A collector on loopback that takes OTLP as JSON over HTTP. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  let resource: Values = {};
  let bytes = "";
  const server = createServer(async (request, response) => {
    const sent = (await buffer(request)).toString("utf8");
    bytes += sent;
    const { resourceSpans = [] } = JSON.parse(sent) as OtlpBody;
    for (const each of resourceSpans) {
      resource = valuesOf(each.resource.attributes);
      for (const scope of each.scopeSpans ?? []) spans.push(...scope.spans.map(spanOf));
    }
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const named = (name: string) => spans.filter((span) => span.name === name);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get resource() {
      return resource;
    },
    get bytes() {
      return bytes;
    },
    named,
    one(name) {
      const [span, ...more] = named(name);
      if (span === undefined || more.length > 0) {
        throw new RangeError(
          `${more.length + (span ? 1 : 0)} spans are named ${name}: ${spans.map((each) => each.name)}`,
        );
      }
      return span;
    },
  };
}

const CONTENT_VARIABLE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

/** Does the work with an SDK registered as an application registers it, and gives what has arrived at the collector once all is sent. */
export async function collected(
  work: () => Promise<unknown>,
  { content = false }: { readonly content?: boolean } = {},
): Promise<Collector> {
  const collector = await startCollector();
  const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
  const tracing = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracing);
  process.env[CONTENT_VARIABLE] = String(content);
  try {
    await work();
  } finally {
    await tracing.shutdown();
    for (const api of [trace, propagation, context]) api.disable();
    delete process.env[CONTENT_VARIABLE];
  }
  return collector;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly doubleValue?: number;
  readonly intValue?: number | string;
  readonly arrayValue?: { readonly values?: readonly OtlpValue[] };
}

type OtlpAttributes = readonly { readonly key: string; readonly value: OtlpValue }[];

interface OtlpSpan extends Omit<Span, "attributes" | "failed"> {
  readonly status?: { readonly code?: number };
  readonly attributes?: OtlpAttributes;
}

interface OtlpResource {
  readonly resource: { readonly attributes?: OtlpAttributes };
  readonly scopeSpans?: readonly { readonly spans: readonly OtlpSpan[] }[];
}

interface OtlpBody {
  readonly resourceSpans?: readonly OtlpResource[];
}

function spanOf(span: OtlpSpan): Span {
  const { name, traceId, spanId, parentSpanId, kind } = span;
  return {
    name,
    traceId,
    spanId,
    ...(parentSpanId ? { parentSpanId } : {}),
    kind,
    failed: span.status?.code === 2,
    attributes: valuesOf(span.attributes),
  };
}

const valuesOf = (attributes: OtlpAttributes = []): Values =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

function plain(value: OtlpValue): Value {
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(plain);
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue);
}
