import {
  type Attributes,
  type Counter,
  type Histogram,
  type MeterProvider,
  metrics,
} from "@opentelemetry/api";

export const SCOPE = "fuxi";

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

export type HistogramName = keyof typeof HISTOGRAMS;

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
