import { describe, expect, it } from "vitest";
import { observeStatement } from "../../src/telemetry/observe-calls.ts";
import { observeTool, providerName } from "../../src/telemetry/observe-run.ts";

import { collected } from "./otlp-collector.ts";

const tool = {
  ...{ name: "look", environment: "files", kind: "file-tree", withholds: false },
  type: "function",
} as const;
const fails = (): never => {
  throw new RangeError("nothing to tell");
};

describe("observing", () => {
  it("fails no work of which nothing can be told, traced or not", async () => {
    const work = () => observeTool({ tool, arguments: { n: 1n } }, fails, async () => "done");
    expect(await work()).toBe("done");
    let result = "";
    const { one } = await collected(
      async () => {
        result = await work();
      },
      { content: true },
    );
    expect(result).toBe("done");
    expect(one("execute_tool look").attributes["gen_ai.tool.type"]).toBe("function");
  });

  it("hands on what the work throws, and tells its class as no more than another one", async () => {
    const error = new RangeError("numbat");
    const work = () => observeTool({ tool, arguments: {} }, fails, () => Promise.reject(error));
    const { one, bytes } = await collected(() => expect(work()).rejects.toBe(error));
    expect(one("execute_tool look").attributes["error.type"]).toBe("_OTHER");
    expect(bytes).not.toContain("numbat");
  });

  it("has no span for a statement that nothing traced has caused", async () => {
    const statement = { engine: "postgres", database: "shop", sql: "SELECT 1" };
    const ended = { rows: () => 1, thrown: () => "other" };
    const { spans } = await collected(() => observeStatement(statement, ended, async () => 1));
    expect(spans).toEqual([]);
  });
});

describe("statements as contents", () => {
  it("are kept where the tool's environment keeps its values from the model", async () => {
    const statement = { engine: "sqlite", database: "shop", sql: "SELECT 'numbat'" };
    const ended = { rows: () => 1, thrown: () => "other" };
    const asked = (withholds: boolean) =>
      collected(
        () =>
          observeTool(
            { tool: { ...tool, withholds }, arguments: {} },
            () => ({ text: "done" }),
            () => observeStatement(statement, ended, async () => 1),
          ),
        { content: true },
      );
    const told = await asked(false);
    expect(told.one("SELECT shop").attributes["db.query.text"]).toBe(statement.sql);
    const kept = await asked(true);
    expect(kept.one("SELECT shop").attributes).not.toHaveProperty("db.query.text");
    expect(kept.one("execute_tool look").attributes["gen_ai.tool.call.result"]).toBe("done");
  });
});

describe("names and places in telemetry", () => {
  it.each([
    ["openai.chat", "openai"],
    ["openai.responses", "openai"],
    ["anthropic.messages", "anthropic"],
    ["google.generative-ai", "gcp.gemini"],
    ["amazon-bedrock", "aws.bedrock"],
    ["mistral.chat", "mistral_ai"],
    ["xai.chat", "x_ai"],
    ["ollama", "ollama"],
  ])("calls the provider %s as the conventions do: %s", (provider, name) => {
    expect(providerName(provider)).toBe(name);
  });
});
