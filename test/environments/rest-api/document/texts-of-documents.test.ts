import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import { operationText } from "../../../../src/environments/rest-api/document/operation-text.ts";
import { recogniseDocument } from "../../../../src/environments/rest-api/document/recognise-document.ts";
import { plainText, schemaText } from "../../../../src/environments/rest-api/document/schema-text.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { loaded, normalised } from "./loaded.ts";

async function text(schema: JsonObject, components: JsonObject = {}, options = {}): Promise<string> {
  const { schema: one, document } = await normalised(schema, "3.1.0", components);
  return schemaText(document, one, { characters: 1500, ...options });
}

describe("a schema as a text", () => {
  test.each<[JsonObject, string]>([
    [{}, "any"],
    [{ type: "string" }, "string"],
    [{ type: "string", format: "date" }, "string(date)"],
    [{ type: ["string", "null"], maxLength: 3 }, "string(up to 3 characters) | null"],
    [{ type: "string", maxLength: 5000 }, "string"],
    [{ type: "integer", minimum: 1, maximum: 50, format: "int32" }, "integer(1..50)"],
    [{ type: "number", exclusiveMinimum: 0 }, "number(above 0)"],
    [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
    [
      { type: "integer", enum: Array.from({ length: 20 }, (_, at) => at) },
      "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | … (8 more)",
    ],
    [{ const: "x" }, '"x"'],
    [{ type: "array", items: { type: "string" } }, "string[]"],
    [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
    [{ type: "array" }, "any[]"],
    [{ type: "object" }, "object"],
    [{ type: "object", additionalProperties: { type: "integer" } }, "{ [key: string]: integer }"],
    [{ anyOf: [{ type: "string" }, { type: "integer" }, { type: "string" }] }, "string | integer"],
    [{ not: {} }, "never"],
    [
      {
        type: "object",
        required: ["a"],
        properties: { a: { type: "string" }, "b-c": { type: "integer", default: 3 } },
      },
      '{ a: string, "b-c"?: integer = 3 }',
    ],
    [
      {
        allOf: [
          { required: ["a"], properties: { a: { type: "string" } } },
          { properties: { b: { type: "boolean" } } },
        ],
      },
      "{ a: string, b?: boolean }",
    ],
  ])("%j is %s", async (schema, expected) => {
    expect(await text(schema)).toBe(expected);
  });

  test("descriptions are comments, without markup and shortened", async () => {
    const written = {
      properties: { a: { type: "string", description: "<p>The <b>name</b>.</p>\n\nMore." } },
    };
    expect(await text(written)).toBe("{\n  a?: string // The name. More.\n}");
    expect(await text(written, {}, { brief: true })).toBe("{ a?: string }");
  });

  test("cyclic schemas end with their name", async () => {
    const Node = { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } };
    expect(await text({ $ref: "#/components/schemas/Node" }, { Node })).toBe("{ next?: Node }");
  });

  test("a schema that doubles at each level stays within its bounds, the outermost members whole", async () => {
    const components = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `S${at}`,
        {
          type: "object",
          properties: Object.fromEntries(
            ["left", "right"].map((name) => [name, { $ref: `#/components/schemas/S${at + 1}` }]),
          ),
        },
      ]),
    );
    const written = { $ref: "#/components/schemas/S0" };
    const short = await text(written, { ...components, S40: {} }, { characters: 300 });
    expect(short.length).toBeLessThanOrEqual(300);
    expect(short).toMatch(/left.*right/su);
  });
});

describe("an operation as a text", () => {
  const document = loadDocument({
    text: `
openapi: 3.0.3
info: { title: Films, version: "1" }
paths:
  "/films/{id}":
    put:
      operationId: changeFilm
      summary: Change a film.
      description: Replaces what is known of a <em>film</em>.
      deprecated: true
      parameters:
        - { name: dry, in: query, schema: { type: boolean, default: false }, description: Only try it. }
        - { name: id, in: path, required: true, schema: { type: integer } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title], properties: { id: { readOnly: true }, title: { type: string } } }
      responses:
        200:
          description: The film
          content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }
        404: { description: No such film }
`,
  });

  test("says what it does, takes and returns", async () => {
    const { operations, ...rest } = await document;
    const [operation] = operations;
    if (operation === undefined) throw new TypeError("no operation");
    expect(operationText({ ...rest, operations }, operation)).toBe(`PUT /films/{id} (changeFilm) – deprecated
Change a film.
Replaces what is known of a film.
Arguments (* required):
- id* (path): integer
- dry (query): boolean = false; Only try it.
Body* (application/json):
{ title: string }
Returns 200 (application/json) – The film:
{ id?: integer }
Errors: 404 No such film`);
  });

  test("stays within its bounds with hundreds of arguments, the required ones whole and the others named", async () => {
    const parameters = Array.from({ length: 300 }, (_, at) => ({
      name: `p${at}`,
      in: "query",
      required: at === 299,
      description: "long words ".repeat(50),
      schema: { type: "string" },
    }));
    const large = await loaded({
      paths: {
        "/a": {
          get: { description: "words ".repeat(2000), parameters, responses: { 200: { description: "ok" } } },
        },
      },
    });
    const [operation] = large.operations;
    if (operation === undefined) throw new TypeError("no operation");
    const written = operationText(large, operation);
    expect(written.length).toBeLessThanOrEqual(3200);
    expect(written).toContain("- p299* (query): string");
    expect(written).toContain("all optional: p");
  });
});

test.each([
  ["A sentence. Another one that is long.", 20, "A sentence."],
  ["[Link](https://example.com) and `code`, **bold** &amp; more", 80, "Link and code, bold & more"],
  ["a snake_case_name and 2 * 3", 80, "a snake_case_name and 2 3"],
  ["wordwordword", 5, "word…"],
])("the plain text of %j in %i characters", (written, characters, expected) => {
  expect(plainText(written, characters)).toBe(expected);
});

describe("documents are recognised by their beginning", () => {
  test.each([
    '{"openapi": "3.0.0", "info": {}}',
    '{\n  "swagger" : "2.0",',
    "openapi: 3.1.0\ninfo:\n  title: a\n",
    "# comment\n---\nswagger: '2.0'\n",
    "\uFEFFopenapi: 3.0.0\n",
    "info:\n  title: a\npaths:\n  /a:\n    get:\n",
    '{"info": {"title": "a"}, "paths": {"/a": {',
    '{"components":{"schemas":{"account":{',
    '{"consumes":["application/json"],"definitions":{',
    "components:\n  schemas:\n    A:\n",
  ])("%j is one", (head) => {
    expect(recogniseDocument(head)).toBe(true);
  });

  test.each([
    "",
    '{"type": "object"}',
    '[{"openapi": 1}]',
    "subject|relation|object\n",
    "<a> <b> <c> .\n",
    "name: openapi\nversion: 1\n",
    '{"question": "which document says openapi?"}',
    '{"name": "x", "dependencies": {"openapi": "^3"}}',
    "type: object\nproperties:\n  paths: {}\n",
  ])("%j is none", (head) => {
    expect(recogniseDocument(head)).toBe(false);
  });
});
