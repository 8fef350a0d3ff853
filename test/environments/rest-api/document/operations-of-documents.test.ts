import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/util/json.ts";
import { loaded } from "./loaded.ts";

const ok = { responses: { 200: { description: "ok" } } };

async function read(paths: JsonObject, more: JsonObject = {}) {
  const document = await loaded({ paths, ...more });
  return { document, operations: document.operations, faults: document.faults.map(({ message }) => message) };
}

describe("operations", () => {
  test("webhooks and callbacks are none", async () => {
    const { operations } = await read(
      { "/a": { post: { ...ok, callbacks: { done: { "{$url}": { post: ok } } } } } },
      { openapi: "3.1.0", webhooks: { made: { post: ok } } },
    );
    expect(operations.map(({ id }) => id)).toEqual(["POST /a"]);
  });

  test("an operation's own parameters come before those of its path", async () => {
    const shared = { name: "n", in: "query", schema: { type: "string" } };
    const { operations } = await read({
      "/a": {
        parameters: [shared, { name: "h", in: "header", schema: {} }],
        get: { ...ok, parameters: [{ ...shared, schema: { type: "integer" } }] },
      },
    });
    expect(operations[0]?.parameters.map(({ name, schema }) => [name, schema["type"]])).toEqual([
      ["h", undefined],
      ["n", "integer"],
    ]);
  });

  test.each<[string, JsonObject, readonly string[], RegExp]>([
    [
      "a body for GET",
      {
        "/a": {
          get: { ...ok, requestBody: { content: { "application/json": { schema: { type: "object" } } } } },
        },
      },
      ["GET /a"],
      /GET request has no body/u,
    ],
    [
      "a security scheme that nobody declared",
      { "/a": { get: { ...ok, security: [{ key: [] }] } } },
      ["GET /a"],
      /"key" is not declared/u,
    ],
  ])("%s is a fault", async (_, paths, ids, message) => {
    const { operations, faults } = await read(paths);
    expect(operations.map(({ id }) => id)).toEqual(ids);
    expect(faults).toEqual([expect.stringMatching(message)]);
  });
});

describe("parameters", () => {
  const one = async (parameter: JsonObject, path = "/a") => {
    const { operations, faults, document } = await read({
      [path]: { get: { ...ok, parameters: [parameter] } },
    });
    return { parameters: operations[0]?.parameters ?? [], faults, document };
  };

  test.each<[string, string, JsonObject, string, boolean]>([
    ["query", "/a", {}, "form", true],
    ["cookie", "/a", {}, "form", true],
    ["header", "/a", {}, "simple", false],
    ["path", "/a/{p}", { required: true }, "simple", false],
    ["query", "/a", { style: "deepObject" }, "deepObject", true],
    ["query", "/a", { style: "pipeDelimited" }, "pipeDelimited", false],
    ["query", "/a", { explode: false }, "form", false],
  ])("style of a %s parameter in %s with %j", async (place, path, more, style, explode) => {
    const { parameters, faults } = await one({ name: "p", in: place, schema: {}, ...more }, path);
    expect(parameters).toMatchObject([{ style, explode }]);
    expect(faults).toEqual([]);
  });

  test("content gives the media type and the schema", async () => {
    const { parameters } = await one({
      name: "filter",
      in: "query",
      content: { "application/json": { schema: { type: "object" } } },
    });
    expect(parameters).toMatchObject([{ mediaType: "application/json", schema: { type: "object" } }]);
  });

  test("what the path names and nobody declares is a required text", async () => {
    const { operations, faults } = await read({ "/a/{b}": { get: ok } });
    expect(operations[0]?.parameters).toMatchObject([
      { name: "b", in: "path", required: true, schema: { type: "string" } },
    ]);
    expect(faults).toEqual([expect.stringContaining('"b" is not declared')]);
  });

  test.each<[string, JsonObject, string, readonly string[], RegExp]>([
    [
      "a path parameter without a place",
      { name: "b", in: "path", required: true, schema: {} },
      "/a",
      [],
      /no place/u,
    ],
    ["no known place", { name: "b", in: "nowhere", schema: {} }, "/a", [], /no known place/u],
    ["no name", { in: "query", schema: {} }, "/a", [], /needs a name/u],
  ])("%s is a fault", async (_, parameter, path, names, message) => {
    const { parameters, faults } = await one(parameter, path);
    expect(parameters.map(({ name }) => name)).toEqual(names);
    expect(faults).toEqual([expect.stringMatching(message)]);
  });

  test("a key that is a security scheme as well is not asked of a model", async () => {
    const { operations } = await read(
      {
        "/a": {
          get: { ...ok, security: [{ key: [] }], parameters: [{ name: "api_key", in: "query", schema: {} }] },
        },
      },
      { components: { securitySchemes: { key: { type: "apiKey", name: "api_key", in: "query" } } } },
    );
    expect(operations[0]?.parameters).toEqual([]);
  });
});

describe("bodies, servers and security", () => {
  test("JSON comes first, then forms, then the rest", async () => {
    const { operations } = await read({
      "/a": {
        post: {
          ...ok,
          requestBody: {
            required: true,
            content: {
              "text/plain": {},
              "multipart/form-data": { schema: {}, encoding: { file: { contentType: "image/png" } } },
              "application/hal+json": { schema: { type: "object" } },
            },
          },
        },
      },
    });
    expect(operations[0]?.body).toEqual({
      required: true,
      description: "",
      contents: [
        { mediaType: "application/hal+json", schema: { type: "object" }, encoding: {} },
        { mediaType: "multipart/form-data", schema: {}, encoding: { file: { contentType: "image/png" } } },
        { mediaType: "text/plain", schema: {}, encoding: {} },
      ],
    });
  });

  test("variables of servers get their defaults", async () => {
    const { document } = await read(
      { "/a": { get: ok } },
      {
        servers: [
          {
            url: "https://{region}.example.com/{base}",
            variables: { region: { default: "eu", enum: ["eu", "us"] }, base: { default: "v1" } },
          },
        ],
      },
    );
    expect(document.servers).toEqual(["https://eu.example.com/v1"]);
  });

  test("an operation can need other credentials than the document, or none", async () => {
    const { document, operations } = await read(
      {
        "/a": {
          get: ok,
          put: { ...ok, security: [] },
          post: { ...ok, security: [{ o: ["write"] }, { b: [] }] },
        },
      },
      {
        security: [{ b: [] }],
        components: {
          securitySchemes: {
            b: { type: "http", scheme: "Bearer" },
            o: {
              type: "oauth2",
              flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: { write: "w" } } },
            },
            c: { type: "openIdConnect", openIdConnectUrl: "https://example.com" },
          },
        },
      },
    );
    expect(operations.map(({ security }) => security)).toEqual([
      [{ b: [] }],
      [],
      [{ o: ["write"] }, { b: [] }],
    ]);
    expect(Object.fromEntries(document.securitySchemes)).toMatchObject({
      b: { type: "bearer" },
      o: { type: "oauth2", tokenUrl: "https://example.com/token", scopes: ["write"] },
      c: { type: "other" },
    });
  });
});

describe("Swagger 2.0", () => {
  const swagger = { swagger: "2.0", info: { title: "Old", version: "1" } };

  test("host, path and schemes make servers, https first", async () => {
    const { document } = await read(
      { "/a": { get: ok } },
      { ...swagger, host: "example.com", basePath: "/v1", schemes: ["http", "https"] },
    );
    expect(document.servers).toEqual(["https://example.com/v1", "http://example.com/v1"]);
  });

  test.each<[string | undefined, string, boolean]>([
    [undefined, "form", false],
    ["csv", "form", false],
    ["multi", "form", true],
    ["pipes", "pipeDelimited", false],
    ["ssv", "spaceDelimited", false],
    ["tsv", "tabDelimited", false],
  ])("the collection format %s", async (collectionFormat, style, explode) => {
    const parameter = { name: "p", in: "query", type: "array", items: { type: "string" } };
    const { operations, faults } = await read(
      {
        "/a": {
          get: { ...ok, parameters: [{ ...parameter, ...(collectionFormat && { collectionFormat }) }] },
        },
      },
      swagger,
    );
    expect(operations[0]?.parameters).toMatchObject([
      { style, explode, schema: { type: "array", items: { type: "string" } } },
    ]);
    expect(faults).toEqual([]);
  });

  test("a body is written as what the operation, else the document, consumes", async () => {
    const body = { name: "b", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } };
    const { operations, document } = await read(
      {
        "/a": {
          post: { ...ok, parameters: [body] },
          put: { ...ok, consumes: ["application/xml"], parameters: [body] },
        },
      },
      { ...swagger, consumes: ["text/plain", "application/json"], definitions: { Pet: { type: "object" } } },
    );
    expect(operations.map((each) => each.body?.contents.map(({ mediaType }) => mediaType))).toEqual([
      ["application/json", "text/plain"],
      ["application/xml"],
    ]);
    expect(operations[0]?.body).toMatchObject({
      required: true,
      contents: [{ schema: { $ref: "#/$defs/Pet" } }, {}],
    });
    expect(document.schemas.get("Pet")).toEqual({ type: "object" });
  });

  test("form parameters make an object; a file makes it multipart", async () => {
    const name = { name: "name", in: "formData", type: "string", required: true, description: "d" };
    const { operations, faults } = await read(
      {
        "/a": {
          post: { ...ok, parameters: [name] },
          put: { ...ok, parameters: [name, { name: "photo", in: "formData", type: "file" }] },
        },
      },
      swagger,
    );
    expect(operations[0]?.body?.contents).toMatchObject([
      {
        mediaType: "application/x-www-form-urlencoded",
        schema: {
          type: "object",
          properties: { name: { type: "string", description: "d" } },
          required: ["name"],
        },
      },
    ]);
    expect(operations[1]?.body?.contents).toMatchObject([
      {
        mediaType: "multipart/form-data",
        schema: { properties: { photo: { type: "string", format: "binary" } } },
      },
    ]);
    expect(faults).toEqual([]);
  });

  test("answers are what the operation produces", async () => {
    const responses = {
      200: { description: "", schema: { type: "string" } },
      default: { $ref: "#/responses/Bad" },
    };
    const { operations } = await read(
      { "/a": { get: { produces: ["text/csv", "application/json"], responses } } },
      { ...swagger, responses: { Bad: { description: "bad", schema: { type: "object" } } } },
    );
    expect(operations[0]?.responses).toEqual([
      { status: "200", description: "", mediaType: "application/json", schema: { type: "string" } },
      { status: "default", description: "bad", mediaType: "application/json", schema: { type: "object" } },
    ]);
  });

  test("security definitions", async () => {
    const { document } = await read(
      { "/a": { get: ok } },
      {
        ...swagger,
        securityDefinitions: {
          basic: { type: "basic" },
          key: { type: "apiKey", in: "header", name: "X-Key" },
          app: { type: "oauth2", flow: "application", tokenUrl: "https://t", scopes: { read: "r" } },
        },
      },
    );
    expect(Object.fromEntries(document.securitySchemes)).toMatchObject({
      basic: { type: "basic" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      app: { type: "oauth2", tokenUrl: "https://t", scopes: ["read"] },
    });
  });
});
