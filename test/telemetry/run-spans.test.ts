import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Collector, collected, type Span } from "./otlp-collector.ts";
import { askShop, CANARIES, search, TURNS, writeShop } from "./shop-run.ts";

const path = writeShop(temporaryFolder());
const childrenOf = (spans: readonly Span[], { spanId }: Span) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId);

let run: Promise<Collector> | undefined;
/** The run that most tests look at, traced once. */
const traced = () => {
  run ??= collected(() => askShop(path, TURNS));
  return run;
};

describe("a question over a database, traced", () => {
  it("is one trace: the agent, its replies, its tools, and their statements", async () => {
    const { spans, one, named } = await traced();
    const run = one("invoke_agent fuxi");
    expect(run).toMatchObject({ kind: 1, failed: false });
    expect(run.parentSpanId).toBeUndefined();
    expect(run.attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "fuxi",
      "fuxi.strategy": "react",
      "fuxi.outcome": "answered",
      "fuxi.environment.kinds": ["database"],
      "fuxi.run.resumed": false,
      "gen_ai.usage.input_tokens": 2700,
      "gen_ai.usage.output_tokens": 120,
      "gen_ai.usage.cache_read.input_tokens": 1536,
    });
    expect(run.attributes["fuxi.run.id"]).toMatch(/^\w{12}$/u);
    const chats = named("chat scripted");
    expect(chats).toHaveLength(3);
    for (const chat of chats) expect(chat).toMatchObject({ kind: 3, parentSpanId: run.spanId });
    expect(chats[0]?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "scripted",
      "gen_ai.request.temperature": 0.25,
      "gen_ai.response.finish_reasons": ["tool_call"],
      "gen_ai.usage.input_tokens": 900,
      "gen_ai.usage.output_tokens": 40,
      "gen_ai.usage.cache_read.input_tokens": 512,
    });
    const tools = named("execute_tool search_by_SQL");
    expect(tools).toHaveLength(3);
    for (const tool of tools) expect(tool).toMatchObject({ kind: 1, parentSpanId: run.spanId });
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it("has each statement under the tool that ran it, also where two run at once", async () => {
    const { spans, named } = await traced();
    const [first, second] = named("execute_tool search_by_SQL");
    for (const tool of [first, second]) {
      const statements = childrenOf(spans, tool as Span);
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) {
        expect(statement).toMatchObject({ name: "SELECT shop", kind: 3 });
        expect(statement.attributes).toMatchObject({
          "db.system.name": "sqlite",
          "db.namespace": "shop",
          "db.operation.name": "SELECT",
        });
      }
    }
  });

  it("says of a tool that failed which failure it was, and no more", async () => {
    const { spans } = await traced();
    const failed = spans.filter(({ name, failed }) => failed && name.startsWith("execute_tool"));
    expect(failed).toHaveLength(1);
    expect(failed[0]?.attributes).toMatchObject({
      "error.type": "unknown-column",
      "gen_ai.tool.name": "search_by_SQL",
      "gen_ai.tool.type": "datastore",
      "fuxi.environment.id": "shop",
      "fuxi.environment.kind": "database",
    });
  });

  it("names no tool that does not exist: the name is the model's", async () => {
    const turns = [{ calls: [{ name: "find_the_numbat", arguments: {} }] }, ...TURNS.slice(2)];
    const { one, bytes } = await collected(() => askShop(path, turns));
    expect(one("execute_tool").attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "error.type": "unknown-tool",
    });
    expect(bytes).not.toContain("numbat");
  });

  it("names no statement by what a model wrote at its start", async () => {
    const turns = [{ calls: [search("Numbat WHERE wombat")] }, ...TURNS.slice(2)];
    const { bytes } = await collected(() => askShop(path, turns));
    expect(bytes).not.toMatch(/numbat|wombat/iu);
  });
});

describe("how a traced run ends", () => {
  it("is an error where the model fails, with the code", async () => {
    const refusal = { failure: { status: 401, message: "no such numbat" } };
    const { one, bytes } = await collected(() => askShop(path, [refusal]));
    expect(one("chat scripted")).toMatchObject({
      failed: true,
      attributes: { "error.type": "model-refused" },
    });
    expect(one("invoke_agent fuxi")).toMatchObject({
      failed: true,
      attributes: { "fuxi.outcome": "failed", "error.type": "model-refused" },
    });
    expect(bytes).not.toContain("numbat");
  });

  it("is no error where the caller cancels: what was under way is ended as cancelled", async () => {
    const cancel = new AbortController();
    const turns = [{ calls: [search("SELECT 1")], delayMilliseconds: 60_000 }];
    const { one } = await collected(async () => {
      const asked = askShop(path, turns, {
        signal: cancel.signal,
        onEvent: ({ type }) => {
          if (type === "workspace-opened") setTimeout(() => cancel.abort(), 50);
        },
      });
      await asked;
    });
    expect(one("invoke_agent fuxi")).toMatchObject({
      failed: false,
      attributes: { "fuxi.outcome": "stopped", "fuxi.stop.reason": "cancelled" },
    });
    expect(one("chat scripted").attributes["error.type"]).toBe("cancelled");
  });
});

describe("contents in telemetry", () => {
  it("are none by default: no question, no cell, no statement, no thought, no key", async () => {
    const { bytes, spans } = await traced();
    expect(spans.length).toBeGreaterThan(6);
    for (const [what, canary] of Object.entries(CANARIES)) expect(bytes, what).not.toContain(canary);
  });

  it("are exported where they are wanted, and the key still is not", async () => {
    const { bytes, named, one } = await collected(() => askShop(path, TURNS), { content: true });
    expect(bytes).not.toContain(CANARIES.key);
    expect(one("invoke_agent fuxi").attributes["gen_ai.input.messages"]).toContain(CANARIES.question);
    const [chat] = named("chat scripted");
    expect(chat?.attributes["gen_ai.input.messages"]).toContain(CANARIES.question);
    expect(JSON.parse(String(chat?.attributes["gen_ai.output.messages"]))).toMatchObject([
      {
        role: "assistant",
        finish_reason: "tool_call",
        parts: [{ type: "text", content: CANARIES.thought }, { type: "tool_call" }, { type: "tool_call" }],
      },
    ]);
    const [tool] = named("execute_tool search_by_SQL");
    expect(tool?.attributes["gen_ai.tool.call.arguments"]).toContain(CANARIES.cell);
    expect(tool?.attributes["gen_ai.tool.call.result"]).toContain(CANARIES.name);
    expect(bytes).toContain("db.query.text");
  });
});
