import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createModel, patientFetch } from "../../src/model/providers/create-model.ts";

it("takes the name as it is where an address is given", async () => {
  const model = await createModel({
    name: "org/model:7b",
    baseUrl: "http://127.0.0.1:1/v1/chat/completions/",
    environment: {},
  });
  expect([model.modelId, model.provider]).toEqual(["org/model:7b", "server.chat"]);
});

it("knows servers that run on this machine without a key", async () => {
  const model = await createModel({ name: "ollama/qwen3:8b", environment: {} });
  expect(model.modelId).toBe("qwen3:8b");
});

it("reads the key of a provider from its usual variable, and says which where it is missing", async () => {
  await expect(
    createModel({ name: "groq/some-model", environment: { GROQ_API_KEY: "k" } }),
  ).resolves.toBeDefined();
  await expect(createModel({ name: "groq/some-model", environment: {} })).rejects.toMatchObject({
    code: "model-refused",
    hint: "Set GROQ_API_KEY.",
  });
});

it.each(["", "  "])("refuses an empty name: %j", async (name) => {
  await expect(createModel({ name, environment: {} })).rejects.toMatchObject({ code: "usage" });
});

it.each(["gpt-9", "nobody/model", "/model", "openai/"])(
  "names the providers it knows when %s has none",
  async (name) => {
    await expect(createModel({ name, environment: {} })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("openai, anthropic, google"),
    });
  },
);

it.each(["nonsense", "file:///etc/passwd"])("refuses the base URL %s", async (baseUrl) => {
  await expect(createModel({ name: "m", baseUrl, environment: {} })).rejects.toMatchObject({
    code: "configuration-invalid",
  });
});

it("says what to install where a provider's package is missing", async () => {
  await expect(
    createModel({ name: "anthropic/model", environment: { ANTHROPIC_API_KEY: "k" } }),
  ).rejects.toMatchObject({
    code: "dependency-missing",
    hint: "Install it: npm install @ai-sdk/anthropic",
  });
});

it("fetches as the built-in fetch does: status, headers, body and abort", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/silent") return;
    if (request.url === "/gzip") {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync("grün"));
      return;
    }
    response.writeHead(418, { "x-kind": "teapot", "set-cookie": ["a=1", "b=2"] });
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const response = await patientFetch(`${base}/`, {
      method: "POST",
      body: "grün",
      headers: { "x-a": "b" },
    });
    expect([response.status, response.headers.get("x-kind"), await response.text()]).toEqual([
      418,
      "teapot",
      "grün",
    ]);
    expect(await (await patientFetch(`${base}/gzip`)).text()).toBe("grün");
    const controller = new AbortController();
    const silent = patientFetch(`${base}/silent`, { method: "POST", body: "", signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(silent).rejects.toMatchObject({ name: "AbortError" });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
