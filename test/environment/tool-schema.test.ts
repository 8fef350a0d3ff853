import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toolSchema } from "../../src/environment/define-tool.ts";

describe("the schema of a tool", () => {
  it("closes what is strict and leaves the rest open without a word", () => {
    expect(toolSchema(z.strictObject({ name: z.string() })).additionalProperties).toBe(false);
    expect(toolSchema(z.object({ row: z.looseObject({ id: z.int() }) }))).toEqual({
      type: "object",
      properties: { row: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } },
      required: ["row"],
    });
  });

  it("keeps bounds that somebody has set", () => {
    expect(toolSchema(z.object({ pages: z.int().min(1).max(20) })).properties).toEqual({
      pages: { type: "integer", minimum: 1, maximum: 20 },
    });
  });

  it("says of any JSON nothing, and of named counts what they are", () => {
    const { properties } = toolSchema(
      z.object({
        value: z.unknown(),
        row: z.array(z.unknown()),
        facts: z.record(z.string(), z.unknown()),
        classes: z.record(z.string(), z.int()),
      }),
    );
    expect(properties).toEqual({
      value: {},
      row: { type: "array" },
      facts: { type: "object" },
      classes: { type: "object", additionalProperties: { type: "integer" } },
    });
  });

  it("is refused where it goes on without end", () => {
    expect(() => toolSchema(z.object({ value: z.json() }))).toThrow(/cycle/iu);
  });
});
