import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { trace } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { runTask } from "../../src/agent/run-loop.ts";
import { startTelemetry } from "../../src/config/telemetry/start-telemetry.ts";
import { telemetryTargets } from "../../src/config/telemetry/telemetry-settings.ts";
import { runOptions } from "../support/run-fixture.ts";
import { startCollector } from "./otlp-collector.ts";

const script = [{ unanswerable: { reason: "Nobody knows.", words: [] } }];

/** A traced run with a collector at that address: how it ended, and what was warned of. */
async function runWith(endpoint: string) {
  const warnings: string[] = [];
  const telemetry = await startTelemetry({
    settings: {},
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    onWarning: (message) => warnings.push(message),
  });
  const { outcome } = await runTask(runOptions(script));
  await telemetry?.close();
  return { outcome: outcome.type, warnings };
}

async function withServer<T>(listener: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("a collector that is not well", () => {
  it("disturbs no run where nothing listens: one warning, with the address and nothing secret in it", async () => {
    const url = await withServer(
      () => {},
      async (free) => free,
    );
    const { outcome, warnings } = await runWith(url.replace("//", "//user:numbat@"));
    expect(outcome).toBe("unanswerable");
    expect(warnings).toEqual([
      `Telemetry cannot be sent to ${url} (ECONNREFUSED); everything else goes on without it.`,
    ]);
  });

  it("disturbs no run where it never answers, and lets go of its connections", async () => {
    const ended: string[] = [];
    const { outcome, warnings } = await withServer(
      ({ socket }) => void socket.once("close", () => ended.push("closed")),
      async (url) => {
        const result = await runWith(url);
        while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
        return result;
      },
    );
    expect(outcome).toBe("unanswerable");
    expect(warnings).toHaveLength(1);
  }, 20_000);

  it("disturbs no run where it refuses: the status is told", async () => {
    const { outcome, warnings } = await withServer(
      (_, response) => response.writeHead(401).end("numbat"),
      runWith,
    );
    expect(outcome).toBe("unanswerable");
    expect(warnings).toEqual([expect.stringContaining("(401)")]);
  });

  it("leaves nothing registered behind", async () => {
    await withServer((_, response) => response.end("{}"), runWith);
    expect(trace.getTracer("after").startSpan("after").isRecording()).toBe(false);
  });
});

describe("which traces are kept", () => {
  it.each([
    ["always_off", 0],
    ["parentbased_always_off", 0],
    ["parentbased_always_on", 1],
    ["no such sampler", 1],
  ])("is what OTEL_TRACES_SAMPLER says: %s", async (OTEL_TRACES_SAMPLER, kept) => {
    const collector = await startCollector();
    const env = { OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const telemetry = await startTelemetry({ settings: {}, env, onWarning: () => {} });
    await runTask(runOptions(script));
    await telemetry?.close();
    expect(collector.named("invoke_agent fuxi")).toHaveLength(kept);
  });
});

describe("where telemetry goes", () => {
  const targets = (env: Record<string, string>, settings = {}) => {
    const warnings: string[] = [];
    const found = telemetryTargets(settings, env, (message) => warnings.push(message));
    return { traces: found?.traces?.href, metrics: found?.metrics?.href, warnings };
  };
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };

  it("is nowhere unless something says where", () => {
    expect(telemetryTargets({}, {}, () => {})).toBeUndefined();
    expect(
      telemetryTargets({ content: true }, { OTEL_EXPORTER_OTLP_ENDPOINT: " " }, () => {}),
    ).toBeUndefined();
  });

  it("is the base with the signal's path, or the signal's own address as it stands", () => {
    expect(targets(base)).toMatchObject({
      traces: "http://collector:4318/v1/traces",
      metrics: "http://collector:4318/v1/metrics",
    });
    expect(targets({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://other/in" })).toEqual({
      traces: "https://other/in",
      metrics: undefined,
      warnings: [],
    });
  });

  it("is what the environment says before what the settings say", () => {
    expect(targets({}, { endpoint: "http://file:1" }).traces).toBe("http://file:1/v1/traces");
    expect(targets(base, { endpoint: "http://file:1" }).traces).toContain("collector");
  });

  it("is nowhere with OTEL_SDK_DISABLED, and not for a signal whose exporter is none", () => {
    expect(telemetryTargets({}, { ...base, OTEL_SDK_DISABLED: "True" }, () => {})).toBeUndefined();
    expect(targets({ ...base, OTEL_METRICS_EXPORTER: "none" }).metrics).toBeUndefined();
  });

  it("is told where it cannot be: no URL, or gRPC", () => {
    expect(targets({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "numbat" }).warnings).toEqual([
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is no http or https URL: no traces are sent. Write for example http://127.0.0.1:4318",
    ]);
    const grpc = targets({ ...base, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" });
    expect(grpc.traces).toBeUndefined();
    expect(grpc.warnings[0]).toContain("OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and only http is spoken");
  });
});
