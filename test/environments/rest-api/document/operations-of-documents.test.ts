import { expect, test } from "vitest";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";

/** The document of a YAML text without its head; `OK` stands for the responses of an operation. */
async function read(yaml: string, head = "openapi: 3.0.3") {
  const text = `${head}\ninfo: { title: Shop, version: "1" }\n${yaml}`;
  const document = await loadDocument({
    text: text.replaceAll("OK", 'responses: { 200: { description: "ok" } }'),
  });
  const { operations } = document;
  return { document, operations, faults: document.faults.map(({ message }) => message) };
}

const SWAGGER = "swagger: '2.0'";

test("webhooks and callbacks are no operations", async () => {
  const { operations } = await read(
    'paths: { /a: { post: { OK, callbacks: { done: { "{$url}": { post: { OK } } } } } } }\nwebhooks: { made: { post: { OK } } }',
    "openapi: 3.1.0",
  );
  expect(operations.map(({ id }) => id)).toEqual(["POST /a"]);
});

test("an operation's own parameters come before those of its path", async () => {
  const { operations } = await read(`paths:
  /a:
    parameters: [{ name: n, in: query, schema: { type: string } }, { name: h, in: header, schema: {} }]
    get: { OK, parameters: [{ name: n, in: query, schema: { type: integer } }] }`);
  expect(operations[0]?.parameters.map(({ name, schema }) => [name, schema["type"]])).toEqual([
    ["h", undefined],
    ["n", "integer"],
  ]);
});

test.each([
  ["/a", "{ name: p, in: query, schema: {} }", { style: "form", explode: true }],
  ["/a", "{ name: p, in: cookie, schema: {} }", { style: "form", explode: true }],
  ["/a", "{ name: p, in: header, schema: {} }", { style: "simple", explode: false }],
  ["/a/{p}", "{ name: p, in: path, required: true, schema: {} }", { style: "simple", explode: false }],
  ["/a", "{ name: p, in: query, schema: {}, style: deepObject }", { style: "deepObject", explode: true }],
  [
    "/a",
    "{ name: p, in: query, schema: {}, style: pipeDelimited }",
    { style: "pipeDelimited", explode: false },
  ],
  ["/a", "{ name: p, in: query, schema: {}, explode: false }", { style: "form", explode: false }],
  [
    "/a",
    "{ name: p, in: query, content: { application/json: { schema: { type: object } } } }",
    { mediaType: "application/json", schema: { type: "object" } },
  ],
])("a parameter of %s: %s", async (path, parameter, expected) => {
  const { operations, faults } = await read(
    `paths: { "${path}": { get: { OK, parameters: [${parameter}] } } }`,
  );
  expect(operations[0]?.parameters).toMatchObject([expected]);
  expect(faults).toEqual([]);
});

test.each([
  [
    "a body for GET",
    "/a: { get: { OK, requestBody: { content: { application/json: { schema: { type: object } } } } } }",
    /GET request has no body/u,
    [],
  ],
  ["an undeclared scheme", "/a: { get: { OK, security: [{ key: [] }] } }", /"key" is not declared/u, []],
  [
    "a path parameter without a place",
    "/a: { get: { OK, parameters: [{ name: b, in: path, required: true, schema: {} }] } }",
    /no place/u,
    [],
  ],
  [
    "no known place",
    "/a: { get: { OK, parameters: [{ name: b, in: nowhere, schema: {} }] } }",
    /no known place/u,
    [],
  ],
  [
    "a style that no request is written in",
    '"/a/{b}": { get: { OK, parameters: [{ name: b, in: path, required: true, style: matrix, schema: {} }] } }',
    /style "matrix" cannot be written in the path; "simple" is used/u,
    [{ name: "b", style: "simple" }],
  ],
  ["no name", "/a: { get: { OK, parameters: [{ in: query, schema: {} }] } }", /needs a name/u, []],
  [
    "what the path names and nobody declares",
    '"/a/{b}": { get: { OK } }',
    /"b" is not declared/u,
    [{ name: "b", in: "path", required: true, schema: { type: "string" } }],
  ],
])("%s is a fault, and the operation is read without it", async (_, path, message, parameters) => {
  const { operations, faults } = await read(`paths: { ${path} }`);
  expect(operations).toMatchObject([{ method: "GET", parameters }]);
  expect(faults).toEqual([expect.stringMatching(message)]);
});

test("a key that is a security scheme as well is not asked of a model", async () => {
  const { operations } = await read(`paths:
  /a: { get: { OK, security: [{ key: [] }], parameters: [{ name: api_key, in: query, schema: {} }] } }
components: { securitySchemes: { key: { type: apiKey, name: api_key, in: query } } }`);
  expect(operations[0]?.parameters).toEqual([]);
});

test("of bodies JSON comes first, then forms, then the rest", async () => {
  const { operations } = await read(`paths:
  /a:
    post:
      OK
      requestBody:
        required: true
        content:
          text/plain: {}
          multipart/form-data: { schema: {}, encoding: { file: { contentType: image/png } } }
          application/hal+json: { schema: { type: object } }`);
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

test.each([
  [
    "openapi: 3.0.3",
    `servers: [{ url: "https://{region}.example.com/{base}", variables: { region: { default: eu, enum: [eu] }, base: { default: v1 } } }]`,
    ["https://eu.example.com/v1"],
  ],
  [
    SWAGGER,
    "host: example.com\nbasePath: /v1\nschemes: [http, https]",
    ["https://example.com/v1", "http://example.com/v1"],
  ],
])("servers of %s", async (head, servers, urls) => {
  const { document } = await read(`paths: { /a: { get: { OK } } }\n${servers}`, head);
  expect(document.servers).toEqual(urls);
});

test("an operation can need other credentials than the document, or none", async () => {
  const { document, operations } = await read(`security: [{ b: [] }]
paths: { /a: { get: { OK }, put: { OK, security: [] }, post: { OK, security: [{ o: [write] }, { b: [] }] } } }
components:
  securitySchemes:
    b: { type: http, scheme: Bearer }
    o: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://t", scopes: { write: w } } } }
    c: { type: openIdConnect, openIdConnectUrl: "https://example.com" }`);
  expect(operations.map(({ security }) => security)).toEqual([
    [{ b: [] }],
    [],
    [{ o: ["write"] }, { b: [] }],
  ]);
  expect(Object.fromEntries(document.securitySchemes)).toMatchObject({
    b: { type: "bearer" },
    o: { type: "oauth2", tokenUrl: "https://t", scopes: ["write"] },
    c: { type: "other" },
  });
});

test.each([
  ["", "form", false],
  [", collectionFormat: csv", "form", false],
  [", collectionFormat: multi", "form", true],
  [", collectionFormat: pipes", "pipeDelimited", false],
  [", collectionFormat: ssv", "spaceDelimited", false],
])("a list in Swagger 2.0%s", async (format, style, explode) => {
  const list = `{ name: p, in: query, type: array, items: { type: string }${format} }`;
  const { operations, faults } = await read(`paths: { /a: { get: { OK, parameters: [${list}] } } }`, SWAGGER);
  const schema = { type: "array", items: { type: "string" } };
  expect(operations[0]?.parameters).toMatchObject([{ style, explode, schema }]);
  expect(faults).toEqual([]);
});

test("a body of Swagger 2.0 is written as what the operation, else the document, consumes", async () => {
  const body = "{ name: b, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }";
  const { operations, document } = await read(
    `paths:
  /a: { post: { OK, parameters: [${body}] }, put: { OK, consumes: [application/xml], parameters: [${body}] } }
consumes: [text/plain, application/json]
definitions: { Pet: { type: object } }`,
    SWAGGER,
  );
  const schema = { $ref: "#/$defs/Pet" };
  expect(operations.map((each) => each.body)).toMatchObject([
    { required: true, contents: [{ mediaType: "application/json", schema }, { mediaType: "text/plain" }] },
    { contents: [{ mediaType: "application/xml" }] },
  ]);
  expect(document.schemas.get("Pet")).toEqual({ type: "object" });
});

test("form parameters of Swagger 2.0 make an object; a file makes it multipart", async () => {
  const name = "{ name: name, in: formData, type: string, required: true, description: d }";
  const { operations, faults } = await read(
    `paths:
  /a:
    post: { OK, parameters: [${name}] }
    put: { OK, parameters: [${name}, { name: photo, in: formData, type: file }] }`,
    SWAGGER,
  );
  const properties = { name: { type: "string", description: "d" } };
  const photo = { type: "string", format: "binary" };
  expect(operations.map((each) => each.body?.contents)).toMatchObject([
    [
      {
        mediaType: "application/x-www-form-urlencoded",
        schema: { type: "object", properties, required: ["name"] },
      },
    ],
    [{ mediaType: "multipart/form-data", schema: { properties: { photo } } }],
  ]);
  expect(faults).toEqual([]);
});

test("answers and security definitions of Swagger 2.0", async () => {
  const { operations, document } = await read(
    `paths:
  /a:
    get:
      produces: [text/csv, application/json]
      responses: { 200: { description: "", schema: { type: string } }, default: { $ref: "#/responses/Bad" } }
responses: { Bad: { description: bad, schema: { type: object } } }
securityDefinitions:
  basic: { type: basic }
  key: { type: apiKey, in: header, name: X-Key }
  app: { type: oauth2, flow: application, tokenUrl: "https://t", scopes: { read: r } }`,
    SWAGGER,
  );
  expect(operations[0]?.responses).toEqual([
    { status: "200", description: "", mediaType: "application/json", schema: { type: "string" } },
    { status: "default", description: "bad", mediaType: "application/json", schema: { type: "object" } },
  ]);
  expect(Object.fromEntries(document.securitySchemes)).toMatchObject({
    basic: { type: "basic" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    app: { type: "oauth2", tokenUrl: "https://t", scopes: ["read"] },
  });
});
