import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asSchema, jsonSchema } from "ai";
import { expect, it } from "vitest";
import { publishedSchema } from "../../src/ai-sdk/environment-tool.ts";

const SCHEMA = { type: "object", properties: { arguments: { type: "object" } } } as const;

it("is taken by the AI SDK for a schema of its own, and left as it is", async () => {
  const published = publishedSchema(SCHEMA);
  expect(asSchema(published)).toBe(published);
  expect(await asSchema(published).jsonSchema).toEqual(SCHEMA);
});

it("has what the AI SDK's own has", () => {
  expect(Object.getOwnPropertySymbols(publishedSchema(SCHEMA))).toEqual(
    Object.getOwnPropertySymbols(jsonSchema(SCHEMA)),
  );
  expect(Object.keys(publishedSchema(SCHEMA))).toEqual(Object.keys(jsonSchema(SCHEMA)));
});

it("leaves nothing for which this package loads the AI SDK: only types are imported", () => {
  const source = join(import.meta.dirname, "../../src");
  const loading = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) =>
      /^(?:import (?!type\b)[^;]*from|export (?!type\b)[^;]*from|.*import\() ?"ai"/mu.test(
        readFileSync(join(source, name), "utf8"),
      ),
    );
  expect(loading).toEqual([]);
});
