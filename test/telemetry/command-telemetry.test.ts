import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { cliIn } from "../cli/cli-fixture.ts";
import { ROOT } from "../docs/markdown-page.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { collected, startCollector } from "./otlp-collector.ts";
import { CANARIES, writeShop } from "./shop-run.ts";

const folder = temporaryFolder();
const path = writeShop(folder);
const fuxi = cliIn(folder);
const QUESTION = "How many customers are there?";

/** The command in a process of its own, with the example that sends telemetry loaded before it. */
const loaded = (endpoint: string, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, "bin/fuxi.mjs"), ...args], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--import ${join(ROOT, "examples/telemetry.mjs")}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      FUXI_CACHE_DIR: join(folder, "cache"),
      FUXI_DATA_DIR: join(folder, "data"),
    },
  });

describe("a command with examples/telemetry.mjs", () => {
  it("sends its run, and nothing of what is said in it", async () => {
    const collector = await startCollector();
    await loaded(collector.url, "ask", path, QUESTION);
    expect(collector.resource["service.name"]).toBe("fuxi");
    expect(Object.keys(collector.resource).filter((name) => /^(?:process|host)\./u.test(name))).toEqual([]);
    const run = collector.one("invoke_agent fuxi");
    expect(run.attributes["fuxi.outcome"]).toBe("answered");
    expect(collector.one("conclude database")).toMatchObject({
      traceId: run.traceId,
      parentSpanId: run.spanId,
    });
    for (const canary of [QUESTION, folder, ...Object.values(CANARIES)])
      expect(collector.bytes).not.toContain(canary);
  });

  it("ends as well where nothing listens", async () => {
    const { stdout } = await loaded("http://127.0.0.1:9", "ask", path, QUESTION, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "answered" });
  });
});

describe("the spans of the command line", () => {
  it("hold the question where contents are wanted", async () => {
    const { bytes } = await collected(() => fuxi("ask", path, QUESTION), { content: true });
    expect(bytes).toContain(QUESTION);
  });

  it("are one tool by hand, its statements and its failures, and nothing of what they say", async () => {
    const query = `query=${CANARIES.sql}`;
    const sent = await collected(() => fuxi("call", path, "search_by_SQL", query));
    const tool = sent.one("execute_tool search_by_SQL");
    expect(tool).toMatchObject({
      failed: false,
      attributes: { "fuxi.environment.kind": "database", "gen_ai.tool.type": "datastore" },
    });
    const statements = sent.named("SELECT shop").filter(({ parentSpanId }) => parentSpanId === tool.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const canary of [folder, ...Object.values(CANARIES)]) expect(sent.bytes).not.toContain(canary);
    const failing = await collected(() =>
      fuxi("call", path, "search_by_SQL", `query=SELECT ${CANARIES.column} FROM customer`),
    );
    expect(failing.one("execute_tool search_by_SQL")).toMatchObject({
      failed: true,
      attributes: { "error.type": "unknown-column" },
    });
    expect(failing.bytes).not.toContain(CANARIES.column);
  });
});
