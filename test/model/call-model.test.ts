import { afterEach, expect, it } from "vitest";
import { callModel } from "../../src/model/call-model.ts";
import { createModel } from "../../src/model/providers/create-model.ts";
import { SCRIPTED_FAILURES } from "../../src/testing/scripted-model.ts";
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";

let server: ScriptedOpenAiServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const KEY = "my-own-key-0123456789";

async function ask(script: readonly ServerTurn[], waits: number[] = []): Promise<string> {
  server = await startScriptedOpenAiServer(script);
  const model = await createModel({ name: "m", baseUrl: server.url, apiKey: KEY, environment: {} });
  const { result } = await callModel(
    model,
    { prompt: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] },
    {
      signal: new AbortController().signal,
      retries: 2,
      firstDelayMilliseconds: 1,
      onRetry: ({ waitMilliseconds }) => waits.push(waitMilliseconds),
    },
  );
  return result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

it("waits as long as a provider asks for", async () => {
  const waits: number[] = [];
  expect(await ask([SCRIPTED_FAILURES.tooManyRequests(0.05), { text: "ok" }], waits)).toBe("ok");
  expect(waits).toEqual([50]);
});

it("fails at once when a provider asks to wait for an hour", async () => {
  await expect(ask([SCRIPTED_FAILURES.tooManyRequests(3600), { text: "ok" }])).rejects.toMatchObject({
    code: "model-unavailable",
    message: expect.stringContaining("too many requests"),
  });
});

it.each(["before", "middle"] as const)("tries again when the connection drops %s the reply", async (drop) => {
  expect(await ask([{ drop }, { text: "ok" }])).toBe("ok");
});

it("is unavailable when the connection keeps dropping", async () => {
  await expect(ask([{ drop: "before" }, { drop: "middle" }, { drop: "before" }])).rejects.toMatchObject({
    code: "model-unavailable",
  });
  expect(server?.requests).toHaveLength(3);
});

it.each([
  ["JSON without choices", { body: '{"choices":[]}' }],
  ["JSON of another form", { body: '{"hello":1}' }],
])("tries again after %s, and is unavailable in the end", async (_, turn) => {
  expect(await ask([turn, { text: "ok" }])).toBe("ok");
  await server?.close();
  await expect(ask([turn, turn, turn])).rejects.toMatchObject({ code: "model-unavailable" });
});

it("is unavailable, in one line, where nobody listens", async () => {
  const model = await createModel({ name: "m", baseUrl: "http://127.0.0.1:9/v1", environment: {} });
  const call = callModel(
    model,
    { prompt: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] },
    { signal: new AbortController().signal, retries: 0 },
  );
  await expect(call).rejects.toMatchObject({
    code: "model-unavailable",
    message: expect.stringMatching(/^[^\n]+$/u),
  });
});

it("does not ask again where asking again cannot help", async () => {
  const refusals = [
    { status: 401, message: "Invalid key" },
    { status: 404, message: "The model does not exist" },
    { status: 400, message: "messages: at least one is required" },
    { status: 429, message: "You exceeded your current quota", code: "insufficient_quota" },
    { status: 402, message: "Insufficient balance" },
  ];
  for (const failure of refusals) {
    await expect(ask([{ failure }, { text: "ok" }])).rejects.toMatchObject({ code: "model-refused" });
    expect(server?.requests).toHaveLength(1);
    await server?.close();
  }
});

it("does not ask a web page again: the address is another's", async () => {
  const page = { body: "<html>proxy</html>", contentType: "text/html" };
  await expect(ask([page, { text: "ok" }])).rejects.toMatchObject({
    hint: expect.stringContaining("base URL"),
  });
  expect(server?.requests).toHaveLength(1);
});

it("sends the key in the header and shows it in no message", async () => {
  const failure = {
    status: 401,
    message: `Incorrect API key provided: sk-proj-abcdefgh12345678, header Bearer ${KEY}`,
  };
  const error = await ask([{ failure }]).catch((thrown: unknown) => thrown);
  expect(server?.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toMatch(/sk-proj|my-own-key/u);
});

it("stops waiting for the next attempt when it is cancelled", async () => {
  const controller = new AbortController();
  server = await startScriptedOpenAiServer([SCRIPTED_FAILURES.tooManyRequests(30)]);
  const call = callModel(
    await createModel({ name: "m", baseUrl: server.url, environment: {} }),
    { prompt: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] },
    { signal: controller.signal, onRetry: () => controller.abort() },
  );
  await expect(call).rejects.toMatchObject({ code: "cancelled" });
});
