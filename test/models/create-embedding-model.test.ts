import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { embedTexts } from "../../src/model/embed-texts.ts";
import { createEmbeddingModel } from "../../src/models/create-model.ts";

it("asks a server for vectors of texts, under the model's name and with the key for such servers", async () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as { model: string; input: string[] };
      asked.push([request.url, request.headers.authorization, body.model]);
      const data = body.input.map((text, index) => ({
        object: "embedding",
        index,
        embedding: [text.length],
      }));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data, usage: { prompt_tokens: 3, total_tokens: 3 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const model = await createEmbeddingModel({
      name: "small",
      baseUrl,
      environment: { FUXI_API_KEY: "k", OPENAI_API_KEY: "other" },
    });
    const { signal } = new AbortController();
    expect(await embedTexts(model, ["a", "abc"], signal)).toEqual({ vectors: [[1], [3]], tokens: 3 });
    expect(asked).toEqual([["/v1/embeddings", "Bearer k", "small"]]);
  } finally {
    server.close();
  }
});

it("refuses names as models that write do", async () => {
  await expect(createEmbeddingModel({ name: "small", environment: {} })).rejects.toMatchObject({
    code: "usage",
    hint: expect.stringContaining("provider/model"),
  });
  await expect(
    createEmbeddingModel({ name: "mistral/mistral-embed", environment: {} }),
  ).rejects.toMatchObject({ code: "model-refused" });
});
