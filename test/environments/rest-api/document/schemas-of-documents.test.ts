import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { closure } from "../../../../src/environments/rest-api/document/schema-view.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { loaded, normalised } from "./loaded.ts";

describe("one form for all versions", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["nullable makes a list of types", { type: "string", nullable: true }, { type: ["string", "null"] }],
    [
      "nullable values of a list may be null",
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "nullable variants have one more",
      { anyOf: [{ type: "string" }], nullable: true },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      "what is combined and nullable is one of two",
      { description: "d", allOf: [{ type: "object" }], nullable: true },
      { description: "d", anyOf: [{ allOf: [{ type: "object" }] }, { type: "null" }] },
    ],
    ["limits of draft 4", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["limits of draft 4 that are off", { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    [
      "tuples of draft 4",
      { type: "array", items: [{ type: "string" }], additionalItems: false },
      { type: "array", prefixItems: [{ type: "string" }], items: false },
    ],
    ["dependencies of draft 4", { dependencies: { a: ["b"] } }, { dependentRequired: { a: ["b"] } }],
    [
      "examples, discriminators and extensions are left out",
      { type: "object", example: {}, examples: [1], discriminator: { propertyName: "a" }, xml: {}, "x-a": 1 },
      { type: "object" },
    ],
    [
      "what the server makes is not asked for",
      { required: ["id", "name"], properties: { id: { readOnly: true }, name: {} } },
      { required: ["name"], properties: { id: { readOnly: true }, name: {} } },
    ],
    [
      "a property may be called as a keyword is",
      { properties: { example: { type: "string" }, $ref: { type: "string" }, nullable: {} } },
      { properties: { example: { type: "string" }, $ref: { type: "string" }, nullable: {} } },
    ],
    ["a pattern with needless escapes", { pattern: "^[\\w\\-]+\\@\\_$" }, { pattern: "^[\\w\\-]+@_$" }],
  ])("%s", async (_, written, expected) => {
    const { schema, faults } = await normalised(written);
    expect(schema).toEqual(expected);
    expect(faults).toEqual([]);
  });

  test.each<[string, JsonObject, JsonObject, RegExp]>([
    [
      "nullable as a text",
      { type: "string", nullable: "true" },
      { type: ["string", "null"] },
      /"nullable" must be/u,
    ],
    ["a limit as a text", { maximum: "50" }, { maximum: 50 }, /"maximum" must be a number; the text "50"/u],
    ["a limit that is no number", { maximum: "many" }, {}, /"maximum" must be a number and is ignored/u],
    [
      "required as a truth value",
      { type: "string", required: true },
      { type: "string" },
      /belongs in the list/u,
    ],
    ["the type file", { type: "file" }, { type: "string", format: "binary" }, /"file" is no type/u],
    ["a type of another language", { type: "int" }, {}, /"int" is no type.*ignored/u],
    ["an unknown type", { type: "money" }, {}, /"money" is no type.*ignored/u],
    ["an enum that is no list", { enum: "a" }, { enum: ["a"] }, /"enum" must be a list/u],
    ["an enum that is an object", { enum: { a: 1 } }, {}, /"enum" must be a list of values/u],
    [
      "numbers where texts are meant",
      { type: "string", enum: [0, "a"] },
      { type: "string", enum: ["0", "a"] },
      /taken for texts/u,
    ],
    [
      "a default of the wrong type",
      { type: "integer", default: "20" },
      { type: "integer", default: 20 },
      /default/u,
    ],
    [
      "a default that is nothing",
      { type: "integer", default: "a" },
      { type: "integer" },
      /default.*ignored/u,
    ],
    ["properties that are a list", { properties: [] }, {}, /"properties" must be an object/u],
    ["a pattern that is none", { pattern: "(" }, {}, /no regular expression/u],
    ["a keyword that is misspelt", { propertis: {} }, {}, /"propertis" is no keyword/u],
    ["a property that is no schema", { properties: { a: 5 } }, { properties: { a: {} } }, /no schema/u],
    [
      "allOf that is an object",
      { allOf: { type: "string" } },
      { allOf: [{ type: "string" }] },
      /must be a list/u,
    ],
    ["an empty anyOf", { anyOf: [] }, {}, /list of schemas/u],
  ])("%s is a fault", async (_, written, expected, message) => {
    const { schema, faults } = await normalised(written);
    expect(schema).toEqual(expected);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
    expect(faults[0]).toMatch(
      /^#\/paths\/~1things\/get\/responses\/200\/content\/application~1json\/schema/u,
    );
  });

  test("truth values are schemas", async () => {
    expect((await normalised(true, "3.1.0")).schema).toEqual({});
    expect((await normalised(false, "3.1.0")).schema).toEqual({ not: {} });
  });
});

describe("references", () => {
  test("beside a reference, 3.0 counts descriptions only and 3.1 everything", async () => {
    const written = { $ref: "#/components/schemas/A", description: "d", maxLength: 3 };
    const components = { A: { type: "string" } };
    expect((await normalised(written, "3.0.3", components)).schema).toEqual({
      $ref: "#/$defs/A",
      description: "d",
    });
    expect((await normalised(written, "3.1.0", components)).schema).toEqual({
      $ref: "#/$defs/A",
      description: "d",
      maxLength: 3,
    });
  });

  test("cyclic schemas stay references, and close into something that validates", async () => {
    const { schema, document } = await normalised({ $ref: "#/components/schemas/Node" }, "3.0.3", {
      Node: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, next: { $ref: "#/components/schemas/Node" } },
      },
      Other: { type: "string" },
    });
    const whole = closure(schema, document.schemas);
    expect(Object.keys(whole["$defs"] ?? {})).toEqual(["Node"]);
    expect(closure(schema, document.schemas)).toBe(whole);
    const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(whole);
    expect(validate({ name: "a", next: { name: "b" } })).toBe(true);
    expect(validate({ name: "a", next: {} })).toBe(false);
  });

  test("values that look like references are no references to the closure", async () => {
    const { schema, document } = await normalised({ type: "object", default: { $ref: "#/$defs/A" } });
    expect(closure(schema, document.schemas)).toBe(schema);
  });

  test("places that are no components can be referred to, escaped and percent-encoded, through references", async () => {
    const document = await loaded({
      paths: {
        "/pets": {
          get: {
            responses: {
              200: {
                description: "",
                content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
              },
              201: {
                description: "",
                content: {
                  "application/json": {
                    schema: {
                      $ref: "#/paths/~1pets/get/responses/200/content/application%2Fjson/schema/properties/%61ge",
                    },
                  },
                },
              },
              202: {
                description: "",
                content: {
                  "application/json": {
                    schema: {
                      $ref: "#/paths/~1pets/get/responses/200/content/application~1json/schema/properties/age",
                    },
                  },
                },
              },
            },
          },
        },
      },
      components: { schemas: { Pet: { properties: { age: { type: "integer" } } } } },
    });
    const last = document.operations[0]?.responses[2]?.schema?.["$ref"];
    expect(last).toMatch(/^#\/\$defs\/[\w.-]+$/u);
    expect(document.schemas.get(String(last).slice(8))).toEqual({ type: "integer" });
    // A slash that is percent-encoded still separates.
    expect(document.faults.map(({ message }) => message)).toEqual([expect.stringContaining("leads nowhere")]);
  });

  test.each<[string, JsonObject]>([
    ["itself", { A: { $ref: "#/components/schemas/A" } }],
    ["one another", { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } }],
  ])("aliases of %s accept anything", async (_, components) => {
    const { schema, faults } = await normalised({ $ref: "#/components/schemas/A" }, "3.0.3", components);
    expect(schema).toEqual({});
    expect(faults).toEqual([expect.stringContaining("circle")]);
  });

  test("a reference whose way leads through itself ends", async () => {
    const document = await loaded({
      paths: {
        "/a": {
          get: {
            parameters: [{ name: "p", in: "query", schema: { $ref: "#/components/schemas/A" } }],
            responses: {},
          },
        },
      },
      components: { $ref: "#/components/schemas/A" },
    });
    expect(document.operations[0]?.parameters).toMatchObject([{ schema: {} }]);
    expect(document.faults.map(({ message }) => message)).toEqual([expect.stringContaining("leads nowhere")]);
  });

  test("names that a pointer would have to escape are made readable and stay apart", async () => {
    const { document } = await normalised(
      { anyOf: [{ $ref: "#/components/schemas/A%20b" }, { $ref: "#/components/schemas/A_b" }] },
      "3.0.3",
      { "A b": { type: "string" }, A_b: { type: "integer" } },
    );
    expect(Object.fromEntries(document.schemas)).toEqual({
      A_b: { type: "string" },
      A_b_2: { type: "integer" },
    });
  });

  test("a name alone is taken for the definition of that name", async () => {
    const { schema } = await normalised({ $ref: "Pet" }, "3.0.3", { Pet: { type: "string" } });
    expect(schema).toEqual({ $ref: "#/$defs/Pet" });
  });

  test("members that the base of a composition makes read-only are not asked for", async () => {
    const { document } = await normalised({ $ref: "#/components/schemas/New" }, "3.0.3", {
      Base: { properties: { id: { type: "integer", readOnly: true } } },
      New: { allOf: [{ $ref: "#/components/schemas/Base" }, { required: ["id", "name"] }], required: ["id"] },
    });
    expect(document.schemas.get("New")).toEqual({
      allOf: [{ $ref: "#/$defs/Base" }, { required: ["name"] }],
    });
  });
});
