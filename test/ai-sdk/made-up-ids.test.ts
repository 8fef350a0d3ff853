import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelMessage } from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import type { CreateToolsOptions } from "../../src/ai-sdk/task-options.ts";
import { createRestApiEnvironment } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../src/environments/rest-api/document/load-document.ts";
import { apiPaths } from "../environments/rest-api/api-paths.ts";
import { callTool } from "./tools-fixture.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: apiPaths({ "GET /orders/{order_id:integer}": { returns: { type: "object" } } }),
};
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end('{"order_id": 88231, "item": "tea"}');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function call(options: CreateToolsOptions, messages: ModelMessage[] = []) {
  const api = createRestApiEnvironment({
    id: "shop",
    document: await loadDocument({ document }),
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const given = { operation: "GET /orders/{order_id}", arguments: { order_id: 88231 } };
  return await callTool(createTools(api, options), "call_operation", given, { messages });
}

const user = (content: string): ModelMessage => ({ role: "user", content });
const shown = (type: "text" | "error-text", value: string): ModelMessage => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: "1", toolName: "mail", output: { type, value } }],
});

const answered = { observation: { text: expect.stringContaining("tea") } };
const refused = { failure: { code: "untraced-argument" } };

describe("an id in a task with a question", () => {
  const question = "What was in my order?";

  it("is refused where nobody has said or shown it, even if the model wrote it before", async () => {
    expect(await call({ question })).toMatchObject(refused);
    expect(await call({ question }, [{ role: "assistant", content: "It is order 88231." }])).toMatchObject(
      refused,
    );
    expect(await call({ question }, [shown("error-text", "88231 was made up")])).toMatchObject(refused);
  });

  it("is taken from the question, from what was given with it, from the person's messages and from other tools", async () => {
    expect(await call({ question: "What was in order 88231?" })).toMatchObject(answered);
    expect(await call({ question, oracleKnowledge: "The order is 88231." })).toMatchObject(answered);
    expect(await call({ question }, [user("It was 88231")])).toMatchObject(answered);
    expect(await call({ question }, [shown("text", "Your order 88231 is on its way")])).toMatchObject(
      answered,
    );
  });

  it("is not looked at where no question was given", async () => {
    expect(await call({})).toMatchObject(answered);
  });
});
