import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { Tool } from "../../src/environment/tool.ts";
import { databaseTools } from "../../src/environments/database/database-tools.ts";
import { knowledgeBaseTools } from "../../src/environments/knowledge-base/knowledge-base-tools.ts";
import { restApiTools } from "../../src/environments/rest-api/create-rest-api-environment.ts";

/** Of the 1,600 and 4,000 tokens that a server's list of tools may take, what its own tools and additions leave. */
const MOST_ESSENTIAL = 800;
const MOST_IN_ALL = 2660;

const KINDS = [
  ["a database", databaseTools],
  ["a knowledge base", knowledgeBaseTools],
  ["a REST API", restApiTools],
] as const;

const tokens = (tools: readonly Tool[]): number =>
  countTokens(
    JSON.stringify(
      tools.map(({ name, description, inputSchema, outputSchema }) => ({
        name,
        description,
        inputSchema,
        outputSchema,
      })),
    ),
  );

describe.each(KINDS)("the tools of %s", (_, runnable) => {
  const tools = runnable.map(({ tool }) => tool).filter(({ onlyBesideOthers }) => onlyBesideOthers !== true);

  it("leave room in a list of tools", () => {
    const essential = tools.filter((tool) => tool.essential === true);
    expect(essential).not.toEqual([]);
    expect(tokens(essential)).toBeLessThanOrEqual(MOST_ESSENTIAL);
    expect(tokens(tools)).toBeLessThanOrEqual(MOST_IN_ALL);
  });

  it("that are essential are shown unasked", () => {
    expect(tools.filter((tool) => tool.essential && tool.onDemand)).toEqual([]);
  });

  it("spend nothing on what tells a model nothing", () => {
    for (const { inputSchema, outputSchema } of tools) {
      const written = JSON.stringify([inputSchema, outputSchema]);
      for (const idle of ['"additionalProperties":{}', "propertyNames", "$defs", "$ref", "9007199254740991"])
        expect(written).not.toContain(idle);
    }
  });
});
