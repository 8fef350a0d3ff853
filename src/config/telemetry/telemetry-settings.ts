/** What a configuration file may say of telemetry; the variables of OpenTelemetry say it, too, and go before it. */
export interface TelemetrySettings {
  /** Base URL of a collector that takes OTLP over HTTP: http://127.0.0.1:4318 */
  readonly endpoint?: string;
  /** True exports prompts, arguments, results and statements as well. */
  readonly content?: boolean;
}

/** Where to send what; a signal without an address is not sent. */
export interface TelemetryTargets {
  readonly traces?: URL;
  readonly metrics?: URL;
  /** Undefined leaves it to `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`. */
  readonly content: boolean | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = "OTEL_EXPORTER_OTLP";

/**
 * What the settings and the environment want exported, or nothing where neither names an endpoint or `OTEL_SDK_DISABLED` is true. A value that
 * cannot be used is told to `onWarning` and turns that signal off: telemetry keeps no command from its work.
 */
export function telemetryTargets(
  { endpoint, content }: TelemetrySettings,
  env: Environment,
  onWarning: (message: string) => void,
): TelemetryTargets | undefined {
  if (isTrue(env["OTEL_SDK_DISABLED"])) return undefined;
  const base = given(env, `${PREFIX}_ENDPOINT`) ?? named("telemetry.endpoint", endpoint);
  const found = {
    traces: targetOf("TRACES", env, base, onWarning),
    metrics: targetOf("METRICS", env, base, onWarning),
  };
  if (found.traces === undefined && found.metrics === undefined) return undefined;
  return {
    content,
    ...(found.traces === undefined ? {} : { traces: found.traces }),
    ...(found.metrics === undefined ? {} : { metrics: found.metrics }),
  };
}

interface Named {
  readonly name: string;
  readonly value: string;
}

const named = (name: string, value: string | undefined): Named | undefined =>
  value === undefined || value.trim() === "" ? undefined : { name, value: value.trim() };

const given = (env: Environment, name: string): Named | undefined => named(name, env[name]);

const isTrue = (value: string | undefined): boolean => value?.trim().toLowerCase() === "true";

function targetOf(
  signal: "TRACES" | "METRICS",
  env: Environment,
  base: Named | undefined,
  onWarning: (message: string) => void,
): URL | undefined {
  if (env[`OTEL_${signal}_EXPORTER`]?.trim() === "none") return undefined;
  const own = given(env, `${PREFIX}_${signal}_ENDPOINT`);
  const from = own ?? base;
  if (from === undefined) return undefined;
  const protocol = given(env, `${PREFIX}_${signal}_PROTOCOL`) ?? given(env, `${PREFIX}_PROTOCOL`);
  if (protocol?.value === "grpc") {
    onWarning(
      `${protocol.name} is grpc, and only http is spoken: no ${signal.toLowerCase()} are sent. Set it to http/json and the endpoint to the collector's HTTP port (4318).`,
    );
    return undefined;
  }
  const path =
    own === undefined ? `${from.value.replace(/\/+$/u, "")}/v1/${signal.toLowerCase()}` : from.value;
  const url = URL.canParse(path) ? new URL(path) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  onWarning(
    `${from.name} is no http or https URL: no ${signal.toLowerCase()} are sent. Write for example http://127.0.0.1:4318`,
  );
  return undefined;
}
