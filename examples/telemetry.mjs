// Sends the spans of any command to a collector: NODE_OPTIONS="--import ./telemetry.mjs" npx fuxi ask …
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

// No detector of the process: the command line has the question in it.
const resource = defaultResource().merge(resourceFromAttributes({ "service.name": "fuxi" }));
// The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT and _HEADERS itself. The end of a command waits for it.
const exporter = new OTLPTraceExporter({ timeoutMillis: 2000 });
const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(provider);

process.once("beforeExit", () => provider.shutdown().catch(() => {}));
