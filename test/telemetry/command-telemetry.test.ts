import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliIn } from "../cli/cli-fixture.ts";
import { scriptedCli } from "../cli/scripted-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startCollector } from "./otlp-collector.ts";
import { CANARIES, search, writeShop } from "./shop-run.ts";

const folder = temporaryFolder();
const path = writeShop(folder);
const fuxi = cliIn(folder);
const model = scriptedCli(fuxi);
const QUESTION = "How many customers are there?";

describe("the command line with a collector", () => {
  it("sends the run of a question, and nothing of what it says", async () => {
    const collector = await startCollector();
    const { code, err } = await fuxi.with({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })(
      "ask",
      path,
      QUESTION,
    );
    expect(code, err).toBe(0);
    expect(err).not.toContain("Telemetry");
    expect(collector.one("invoke_agent fuxi").attributes["fuxi.outcome"]).toBe("answered");
    const canaries = [QUESTION, folder, ...Object.values(CANARIES)];
    for (const canary of canaries) expect(collector.bytes).not.toContain(canary);
  });

  it("sends the question, too, with --telemetry-content", async () => {
    const collector = await startCollector();
    const traced = fuxi.with({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await traced("ask", path, QUESTION, "--telemetry-content");
    expect(collector.bytes).toContain(QUESTION);
  });

  it("takes what fuxi.yaml says of it, unless the conventions' variable says otherwise", async () => {
    const collector = await startCollector();
    const file = join(folder, "fuxi.yaml");
    writeFileSync(file, `telemetry:\n  endpoint: ${collector.url}\n  content: true\n`);
    const without = fuxi.with({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "false" });
    const { code, err } = await without("ask", path, QUESTION, "--config", file);
    expect(code, err).toBe(0);
    expect(collector.named("invoke_agent fuxi")).toHaveLength(1);
    expect(collector.bytes).not.toContain(QUESTION);
    await fuxi("ask", path, QUESTION, "--config", file);
    expect(collector.bytes).toContain(QUESTION);
  });

  it("sends one tool by hand, its statements and its failures, and nothing of what they say", async () => {
    const collector = await startCollector();
    const traced = fuxi.with({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const query = `query=${CANARIES.sql}`;
    expect((await traced("call", path, "search_by_SQL", query, "--output", "csv")).code).toBe(0);
    const tool = collector.one("execute_tool search_by_SQL");
    expect(tool).toMatchObject({ failed: false });
    expect(tool.attributes).toMatchObject({
      "fuxi.environment.kind": "database",
      "gen_ai.tool.type": "datastore",
    });
    const concluded = collector.one("conclude database");
    for (const { spanId } of [tool, concluded])
      expect(
        collector.named("SELECT shop").filter(({ parentSpanId }) => parentSpanId === spanId).length,
      ).toBeGreaterThan(0);
    for (const canary of [folder, ...Object.values(CANARIES)]) expect(collector.bytes).not.toContain(canary);
    const failing = await startCollector();
    const wrong = fuxi.with({ OTEL_EXPORTER_OTLP_ENDPOINT: failing.url });
    await wrong("call", path, "search_by_SQL", `query=SELECT ${CANARIES.column} FROM customer`);
    expect(failing.one("execute_tool search_by_SQL")).toMatchObject({
      failed: true,
      attributes: { "error.type": "unknown-column" },
    });
    expect(failing.bytes).not.toContain(CANARIES.column);
  });

  it("sends the making of an answer within its run", async () => {
    const collector = await startCollector();
    await fuxi.with({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })("ask", path, QUESTION);
    const run = collector.one("invoke_agent fuxi");
    expect(collector.one("conclude database")).toMatchObject({
      traceId: run.traceId,
      parentSpanId: run.spanId,
      failed: false,
      attributes: { "fuxi.environment.kind": "database" },
    });
  });

  it("links a run that goes on to the one that stopped, over two commands", async () => {
    const collector = await startCollector();
    const traced = model.with({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const first = await traced.run(
      [{ calls: [search("SELECT 1")] }],
      ...["ask", path, QUESTION, "--json", "--max-steps", "1"],
    );
    const { token: run } = JSON.parse(first.out) as { token: string };
    await traced.run(
      [{ calls: [{ name: "final_answer", arguments: { answer: "SELECT count(*) FROM customer" } }] }],
      ...["resume", run, "--max-steps", "5"],
    );
    const [began, wentOn] = collector.named("invoke_agent fuxi");
    expect(began?.attributes).toMatchObject({ "fuxi.run.id": run, "fuxi.stop.reason": "steps" });
    expect(wentOn?.attributes).toMatchObject({ "fuxi.run.id": run, "fuxi.outcome": "answered" });
    expect(wentOn?.links).toMatchObject([{ traceId: began?.traceId, spanId: began?.spanId }]);
  });

  it("does not start it for commands that trace nothing, or where it is disabled", async () => {
    const collector = await startCollector();
    const traced = fuxi.with({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await traced("runs", "list");
    await traced.with({ OTEL_SDK_DISABLED: "true" })("ask", path, QUESTION);
    expect(collector.bytes).toBe("");
  });
});
