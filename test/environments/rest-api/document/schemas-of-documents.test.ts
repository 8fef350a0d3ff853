import { describe, expect, test } from "vitest";
import { createSchemaValidator } from "../../../../src/environments/rest-api/request/argument-failures.ts";
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
  ])("%s", async (_, written, expected) => {
    const { schema, faults } = await normalised(written);
    expect(schema).toEqual(expected);
    expect(faults).toEqual([]);
  });

  test.each<[string, JsonObject, JsonObject, RegExp]>([
    ["a limit as a text", { maximum: "50" }, {}, /"maximum" cannot be used/u],
    [
      "required as a truth value",
      { type: "string", required: true },
      { type: "string" },
      /"required" cannot be used/u,
    ],
    ["a type of another language", { type: "int" }, {}, /"int" is no type/u],
    ["an unknown type", { type: "money" }, {}, /"money" is no type/u],
    ["an enum that is an object", { enum: { a: 1 } }, {}, /"enum" cannot be used/u],
    ["properties that are a list", { properties: [] }, {}, /"properties" cannot be used/u],
    ["a pattern that is none", { pattern: "(" }, {}, /"pattern" cannot be used/u],
    ["a property that is no schema", { properties: { a: 5 } }, { properties: { a: {} } }, /no schema/u],
    ["an empty anyOf", { anyOf: [] }, {}, /"anyOf" cannot be used/u],
  ])("%s is a fault", async (_, written, expected, message) => {
    const { schema, faults } = await normalised(written);
    expect(schema).toEqual(expected);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
    expect(faults[0]).toMatch(
      /^#\/paths\/~1things\/get\/responses\/200\/content\/application~1json\/schema/u,
    );
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

  test("cyclic schemas stay references and validate", async () => {
    const { schema, document } = await normalised({ $ref: "#/components/schemas/Node" }, "3.0.3", {
      Node: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, next: { $ref: "#/components/schemas/Node" } },
      },
      Other: { type: "string" },
    });
    const validator = createSchemaValidator(document.schemas);
    expect(validator.fault(schema, { name: "a", next: { name: "b" } })).toBeUndefined();
    expect(validator.fault(schema, { name: "a", next: {} })).toMatchObject({ at: "next", member: "name" });
  });

  test("places that are no components can be referred to, escaped and percent-encoded, through references", async () => {
    const answer = ($ref: string) => ({
      description: "",
      content: { "application/json": { schema: { $ref } } },
    });
    const pet = "#/paths/~1pets/get/responses/200/content";
    const responses = {
      200: answer("#/components/schemas/Pet"),
      201: answer(`${pet}/application%2Fjson/schema/properties/%61ge`),
      202: answer(`${pet}/application~1json/schema/properties/age`),
    };
    const document = await loaded({
      paths: { "/pets": { get: { responses } } },
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
});
