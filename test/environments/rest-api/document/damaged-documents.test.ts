import { load } from "js-yaml";
import { expect, test } from "vitest";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import { operationText } from "../../../../src/environments/rest-api/document/operation-text.ts";
import { createSchemaValidator } from "../../../../src/environments/rest-api/request/argument-failures.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import type { Json, JsonObject } from "../../../../src/util/json.ts";
import { mulberry32 } from "../../../../src/util/mulberry32.ts";

const WHOLE = load(`
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://{a}.example.com", variables: { a: { default: b, enum: [b] } } }]
tags: [{ name: t, description: d }]
security: [{ key: [] }]
paths:
  "/things/{id}":
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get:
      operationId: get
      tags: [t]
      parameters:
        - { name: q, in: query, style: form, explode: true, schema: { type: array, items: { enum: [a] } } }
        - { $ref: "#/components/parameters/page" }
      responses: { 200: { $ref: "#/components/responses/thing" }, default: { description: bad } }
    put:
      operationId: put
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
      responses: { 204: { description: done } }
components:
  securitySchemes: { key: { type: apiKey, name: k, in: header } }
  parameters: { page: { name: page, in: query, schema: { type: integer, default: 1 } } }
  responses:
    thing: { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: { type: integer, readOnly: true, maximum: 9 }
        name: { type: [string, "null"], pattern: ^a, format: date, maxLength: 4 }
        parts: { type: array, items: { $ref: "#/components/schemas/Part" }, uniqueItems: true, minItems: 0 }
      additionalProperties: false
      patternProperties: { ^x: { type: string } }
    Part: { allOf: [{ $ref: "#/components/schemas/Thing" }, { anyOf: [{ const: 1 }, { not: { type: "null" } }] }] }
`) as JsonObject;

const JUNK: readonly Json[] = [
  ...[null, true, false, 0, -1, 1.5, "", "true", "x", "(", "#/components/schemas/Part", [], {}],
  ...[[null], [1, "a"], { $ref: "#/components/schemas/Thing" }, { $ref: "nowhere.yaml" }, { $ref: 5 }],
  ...[
    { $ref: "#" },
    { type: "integer" },
    [{ $ref: "#/paths" }],
    { a: { $ref: "#/components" } },
    { name: 1 },
  ],
];

/** The document with one value in some place replaced by junk, or put under another name. */
function damaged(value: Json, random: () => number, path = 0): Json {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  if (typeof value !== "object" || value === null || (path > 0 && random() < 0.12)) return pick(JUNK);
  if (Array.isArray(value)) {
    if (value.length === 0) return pick(JUNK);
    const at = Math.floor(random() * value.length);
    return (value as readonly Json[]).map((each, index) =>
      index === at ? damaged(each, random, path + 1) : each,
    );
  }
  const entries = Object.entries(value as JsonObject);
  if (entries.length === 0) return pick(JUNK);
  const [chosen] = pick(entries);
  const renamed = random() < 0.05;
  return Object.fromEntries(
    entries.map(([key, each]) =>
      key === chosen
        ? [renamed ? pick(entries)[0] : key, damaged(each ?? null, random, path + 1)]
        : [key, each],
    ),
  );
}

test("whatever is damaged, a document is refused with a reason or read into schemas that a value can be checked by", async () => {
  const random = mulberry32(7);
  let read = 0;
  for (let round = 0; round < 200; round++) {
    let document = WHOLE as Json;
    for (let times = 1 + Math.floor(random() * 4); times > 0; times--) document = damaged(document, random);
    const text = JSON.stringify(document);
    try {
      const loaded = await loadDocument({ text });
      read++;
      const validator = createSchemaValidator(loaded.schemas);
      for (const operation of loaded.operations) {
        expect(operationText(loaded, operation).length, text).toBeLessThan(4000);
        const schemas = [
          ...operation.parameters.map(({ schema }) => schema),
          ...(operation.body?.contents ?? []).map(({ schema }) => schema),
          ...operation.responses.flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
        ];
        for (const schema of schemas) validator.fault(schema, { id: 1, parts: [{}] });
      }
    } catch (error) {
      if (!FuxiError.isInstance(error)) throw new TypeError(`${String(error)} for ${text}`, { cause: error });
      expect(error.code).toBe("data-invalid");
    }
  }
  expect(read).toBeGreaterThan(100);
});
