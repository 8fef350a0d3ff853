import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { context, metrics, propagation, trace } from "@opentelemetry/api";
import { captureContents } from "../../telemetry/contents.ts";
import { version } from "../package-version.ts";
import { samplerOf } from "./sampler-of.ts";
import { sdkPackage } from "./sdk-packages.ts";
import { type TelemetrySettings, type TelemetryTargets, telemetryTargets } from "./telemetry-settings.ts";
import { w3cPropagator } from "./w3c-propagator.ts";

export interface StartTelemetryOptions {
  readonly settings: TelemetrySettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called once when nothing can be sent, and for values that cannot be used. */
  readonly onWarning: (message: string) => void;
}

/** Spans and metrics of this process on their way to a collector. */
export interface Telemetry {
  /** Sends what is left, within two seconds; what is not sent by then is given up. Never throws. */
  close(): Promise<void>;
}

/** Retries included. What a batch may take is also what the end of a command may take. */
const EXPORT_MS = 1800;
const CLOSE_MS = 2000;

/**
 * Registers the SDK for this process where the settings or the environment name a collector.
 * @throws FuxiError `dependency-missing`
 */
export async function startTelemetry({
  settings,
  env,
  onWarning,
}: StartTelemetryOptions): Promise<Telemetry | undefined> {
  const targets = telemetryTargets(settings, env, onWarning);
  if (targets === undefined) return undefined;
  const agents: Agent[] = [];
  const warn = onlyOnce(onWarning);
  const sending: Sending = {
    timeoutMillis: EXPORT_MS,
    httpAgentOptions: (protocol) => {
      const agent =
        protocol === "https:" ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
      agents.push(agent);
      return agent;
    },
  };
  const { providers, stop } = await register(targets, env, sending, warn);
  captureContents(targets.content);
  return {
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_MS);
      const flushed = Promise.allSettled(providers.map((provider) => provider.shutdown()));
      await Promise.race([flushed, late]);
      clearTimeout(timer);
      // A collector that took the connection and says nothing would keep the process.
      for (const agent of agents) agent.destroy();
      stop();
      captureContents(undefined);
    },
  };
}

interface Sending {
  readonly timeoutMillis: number;
  readonly httpAgentOptions: (protocol: string) => Agent;
}

async function register(
  { traces, metrics: metricsUrl }: TelemetryTargets,
  env: StartTelemetryOptions["env"],
  sending: Sending,
  warn: (message: string) => void,
): Promise<{ readonly providers: readonly { shutdown(): Promise<void> }[]; readonly stop: () => void }> {
  const [{ AsyncLocalStorageContextManager }, resource] = await Promise.all([
    sdkPackage<typeof import("@opentelemetry/context-async-hooks")>("context-async-hooks"),
    resourceOf(),
  ]);
  const tracing = traces && (await tracerProvider(traces, { env, sending, warn, resource }));
  const metering = metricsUrl && (await meterProvider(metricsUrl, { sending, warn, resource }));
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  propagation.setGlobalPropagator(w3cPropagator);
  if (tracing !== undefined) trace.setGlobalTracerProvider(tracing);
  if (metering !== undefined) metrics.setGlobalMeterProvider(metering);
  return {
    providers: [tracing, metering].filter((provider) => provider !== undefined),
    stop: () => {
      for (const api of [trace, metrics, propagation, context]) api.disable();
    },
  };
}

type Resource = import("@opentelemetry/resources").Resource;

/** No detector of the process or the host: the command line has the question in it. */
async function resourceOf(): Promise<Resource> {
  const sdk = await sdkPackage<typeof import("@opentelemetry/resources")>("resources");
  const { defaultResource, resourceFromAttributes, detectResources } = sdk;
  const detectors = [sdk.resourceAttributesEnvDetector, sdk.serviceNameEnvDetector];
  return defaultResource()
    .merge(resourceFromAttributes({ "service.name": "fuxi", "service.version": version }))
    .merge(detectResources({ detectors }));
}

interface Exporting {
  readonly sending: Sending;
  readonly warn: (message: string) => void;
  readonly resource: Resource;
}

async function tracerProvider(
  url: URL,
  { env, sending, warn, resource }: Exporting & Pick<StartTelemetryOptions, "env">,
) {
  const sdk = await sdkPackage<typeof import("@opentelemetry/sdk-trace")>("sdk-trace");
  const { OTLPTraceExporter } =
    await sdkPackage<typeof import("@opentelemetry/exporter-trace-otlp-http")>("exporter-trace-otlp-http");
  const exporter = watched(new OTLPTraceExporter({ ...sending, url: url.href }), url, warn);
  const sampler = samplerOf(env, sdk);
  return new sdk.TracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
    ...(sampler === undefined ? {} : { sampler }),
  });
}

async function meterProvider(url: URL, { sending, warn, resource }: Exporting) {
  const { MeterProvider, PeriodicExportingMetricReader } =
    await sdkPackage<typeof import("@opentelemetry/sdk-metrics")>("sdk-metrics");
  const { OTLPMetricExporter } = await sdkPackage<typeof import("@opentelemetry/exporter-metrics-otlp-http")>(
    "exporter-metrics-otlp-http",
  );
  const exporter = watched(new OTLPMetricExporter({ ...sending, url: url.href }), url, warn);
  return new MeterProvider({ resource, readers: [new PeriodicExportingMetricReader({ exporter })] });
}

interface Exporter<Items> {
  export(items: Items, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

/** The exporter, whose failures are told; of an error the code only, and of the address nothing that could be secret. */
function watched<Items, E extends Exporter<Items>>(
  exporter: E & Exporter<Items>,
  url: URL,
  warn: (message: string) => void,
): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code !== 0) {
        const { code } = (result.error ?? {}) as { readonly code?: unknown };
        const why = code === undefined || code === "" ? "no answer in time" : String(code);
        warn(`Telemetry cannot be sent to ${url.origin} (${why}); everything else goes on without it.`);
      }
      done(result);
    });
  return exporter;
}

function onlyOnce(tell: (message: string) => void): (message: string) => void {
  let told = false;
  return (message) => {
    if (!told) tell(message);
    told = true;
  };
}
