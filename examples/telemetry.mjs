// Sends the spans and metrics of any command to a collector: NODE_OPTIONS="--import ./telemetry.mjs" npx fuxi ask …
import { context, metrics, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

// No detector of the process: the command line has the question in it.
const resource = defaultResource().merge(resourceFromAttributes({ "service.name": "fuxi" }));
// The exporters read OTEL_EXPORTER_OTLP_ENDPOINT and _HEADERS themselves. The end of a command waits for them.
const exporter = new OTLPTraceExporter({ timeoutMillis: 2000 });
const reader = new PeriodicExportingMetricReader({
  exporter: new OTLPMetricExporter({ timeoutMillis: 2000 }),
});
const providers = [
  new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] }),
  new MeterProvider({ resource, readers: [reader] }),
];
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(providers[0]);
metrics.setGlobalMeterProvider(providers[1]);

process.once("beforeExit", () => Promise.allSettled(providers.map((provider) => provider.shutdown())));
