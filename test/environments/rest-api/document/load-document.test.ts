import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { onePath } from "./loaded.ts";

const MINIMAL = `openapi: 3.0.3
info: { title: Shop, version: "2" }
paths:
  /things:
    get: { responses: { 200: { description: Things } } }
`;

async function refusal(text: string): Promise<FuxiError> {
  const error = await loadDocument({ text }).catch((thrown: unknown) => thrown);
  if (!FuxiError.isInstance(error)) throw error;
  return error;
}

describe("what is read", () => {
  test("YAML, with responses keyed by numbers", async () => {
    const document = await loadDocument({ text: MINIMAL });
    expect(document).toMatchObject({ format: "openapi 3.0.3", title: "Shop", version: "2", faults: [] });
    expect(document.operations).toMatchObject([
      { id: "GET /things", method: "GET", path: "/things", responses: [{ status: "200" }] },
    ]);
  });

  test.each([
    ["with a byte-order mark", `\uFEFF${JSON.stringify({ openapi: "3.0.0", info: {}, ...onePath })}`],
    [
      "with comments before it",
      `// made by a tool\n/* two */\n${JSON.stringify({ openapi: "3.0.0", ...onePath })}`,
    ],
    ["with a comma too many", `{"openapi": "3.0.0", "paths": {"/a": {"get": {"responses": {}}}},}`],
  ])("JSON %s", async (_, text) => {
    await expect(loadDocument({ text })).resolves.toMatchObject({ format: "openapi 3.0.0" });
  });

  test.each([
    ["openapi: 3.1", "openapi 3.1"],
    ["openapi: '3.2.0'", "openapi 3.2.0"],
    ["swagger: 2.0", "swagger 2.0"],
    ["swagger: '2.0'", "swagger 2.0"],
  ])("the version %s", async (line, format) => {
    const text = MINIMAL.replace("openapi: 3.0.3", line);
    await expect(loadDocument({ text })).resolves.toMatchObject({ format });
  });

  test("anchors and merged keys of YAML", async () => {
    const text = `${MINIMAL}    post:\n      <<: &common { summary: Common, responses: {} }\n      operationId: make\n    put: { <<: *common }\n`;
    const document = await loadDocument({ text });
    expect(document.operations.map(({ summary }) => summary)).toEqual(["", "Common", "Common"]);
  });
});

describe("what is refused", () => {
  test.each([
    ["YAML that cannot be parsed", "openapi: 3.0.0\ninfo: [\npaths: }", /line 3, column \d+/u],
    ["JSON that cannot be parsed", '{"openapi": "3.0.0",\n "paths": {{}}', /line 2, column \d+/u],
    ["a schema", '{"type": "object", "properties": {}}', /only "type", "properties"/u],
    ["an object that is something else", '{"hello": 1}', /only "hello"/u],
    ["a text", "just some words", /no object/u],
    ["nothing", "", /no object|cannot be parsed/u],
    ["no version", '{"info": {}, "paths": {}}', /only "info", "paths"/u],
    ["a version that is not known", 'swagger: "1.2"\npaths: {}', /version 1\.2/u],
    ["webhooks only", "openapi: 3.1.0\ninfo: {}\nwebhooks: { a: { post: {} } }", /webhooks only/u],
    ["no operation", "openapi: 3.0.0\ninfo: {}\npaths: {}", /no operation/u],
  ])("%s", async (_, text, reason) => {
    const error = await refusal(text);
    expect(error.code).toBe("data-invalid");
    expect(error.message).toMatch(reason);
    expect(error.hint).toBeTruthy();
  });

  test("anchors that stand for billions of values", async () => {
    const lines = Array.from({ length: 12 }, (_, at) => {
      const items = Array.from({ length: 10 }, () => `*a${at}`).join(", ");
      return `a${at + 1}: &a${at + 1} [${items}]`;
    });
    const error = await refusal(`${MINIMAL}x-bomb:\na0: &a0 [1]\n${lines.join("\n")}\n`);
    expect(error.message).toMatch(/stands for more than 5,000,000 values/u);
  });

  test("an anchor within itself", async () => {
    expect((await refusal(`${MINIMAL}x-self: &self { again: *self }\n`)).message).toMatch(/contains itself/u);
  });

  test("nesting that no person wrote", async () => {
    const text = `{"openapi":"3.0.0","x":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    expect((await refusal(text)).message).toMatch(/nested deeper|nesting|depth/iu);
  });
});
