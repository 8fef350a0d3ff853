import assert from "node:assert/strict";
import { z } from "zod";
import type { Environment } from "../environment/environment.ts";
import type { Observation } from "../environment/observation.ts";
import type { Tool } from "../environment/tool.ts";
import { FINDING_CODES } from "../environment/tool-failure.ts";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { type EnvironmentUnderTest, takeAll } from "./environment-under-test.ts";

type InEnvironment = (name: string, body: (environment: Environment) => Promise<void>) => void;

/** Room for an environment's id before it, within the 64 characters that providers allow. */
const LONGEST_TOOL_NAME = 48;
/** About 100 tokens: descriptions are sent with every request. */
const LONGEST_DESCRIPTION = 450;

/** The tools as declared, and what they return against it. */
export function environmentToolTests(inEnvironment: InEnvironment, setup: EnvironmentUnderTest): void {
  inEnvironment("has tools that a provider accepts, each described briefly", async (environment) => {
    assert.match(environment.id, /^[A-Za-z0-9_-]+$/);
    const names = environment.tools.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
    for (const { name, description } of environment.tools) {
      assert.match(name, /^[A-Za-z_][A-Za-z0-9_]*$/);
      assert.ok(name.length <= LONGEST_TOOL_NAME, `${name} is too long`);
      assert.notEqual(description.trim(), "", `${name} has no description`);
      assert.ok(
        description.length <= LONGEST_DESCRIPTION,
        `${name} is described in ${description.length} letters`,
      );
    }
  });

  inEnvironment("has valid schemas that allow no unknown arguments", async (environment) => {
    for (const { name, inputSchema, outputSchema } of environment.tools) {
      readSchema(inputSchema);
      readSchema(outputSchema);
      assert.equal(inputSchema.type, "object", name);
      assert.equal(inputSchema.additionalProperties, false, name);
      assert.equal(outputSchema.type, "object", name);
    }
  });

  inEnvironment("has prerequisites that write, and none that needs itself", async (environment) => {
    const byName = new Map(environment.tools.map((tool) => [tool.name, tool]));
    const needs = (tool: Tool): readonly Tool[] =>
      tool.prerequisites.flatMap((name) => byName.get(name) ?? []);
    for (const tool of environment.tools) {
      assert.equal(
        needs(tool).length,
        tool.prerequisites.length,
        `${tool.name} needs a tool that does not exist`,
      );
      // What a reading tool did is not in the workspace, so nothing can depend on it.
      for (const needed of needs(tool))
        assert.equal(needed.workspace, "writes", `${tool.name} needs ${needed.name}`);
      const reached = new Set<Tool>();
      const follow = (next: Tool): void => {
        if (reached.has(next)) return;
        reached.add(next);
        for (const needed of needs(next)) follow(needed);
      };
      for (const needed of needs(tool)) follow(needed);
      assert.ok(!reached.has(tool), `${tool.name} needs itself`);
    }
  });

  inEnvironment("needs nothing but essential tools for an essential one", async (environment) => {
    const essential = environment.tools.filter((tool) => tool.essential === true);
    const names = essential.map(({ name }) => name);
    for (const { name, prerequisites } of essential) {
      const lacking = prerequisites.filter((needed) => !names.includes(needed));
      assert.deepEqual(lacking, [], `${name} is essential and needs what is not`);
    }
  });

  inEnvironment("is tried here with every tool, with arguments as declared", async (environment) => {
    const used = new Set(setup.actions.map(({ tool }) => tool));
    const unused = environment.tools.filter(({ name }) => !used.has(name));
    assert.deepEqual(
      unused.map(({ name }) => name),
      [],
    );
    for (const { tool, arguments: given } of setup.actions) {
      const { inputSchema } = environment.tools.find(({ name }) => name === tool) ?? {};
      assert.ok(inputSchema !== undefined, `there is no tool ${tool}`);
      matchesSchema(inputSchema, given, `arguments of ${tool}`);
    }
  });

  inEnvironment("returns data as declared, text, and findings of the known codes", async (environment) => {
    for (const { action, observation } of await takeAll(environment, setup)) {
      assert.deepEqual(JSON.parse(JSON.stringify(observation)), observation, `${action.tool} returns JSON`);
      observationFits(environment.tools, action.tool, observation);
      assert.notEqual(observation.text.trim(), "", `${action.tool} returned no text`);
      for (const { code, message } of [...observation.warnings, ...observation.notes]) {
        assert.ok(code in FINDING_CODES, `${action.tool} found ${code}`);
        assert.notEqual(message.trim(), "");
      }
    }
  });
}

/** Asserts that the data is as the tool declares it, and that the tool declares all of it: what no schema names, no program can look for. */
export function observationFits(tools: readonly Tool[], name: string, { data }: Observation): void {
  const tool = tools.find((candidate) => candidate.name === name);
  assert.ok(tool !== undefined, `there is no tool ${name}`);
  const { outputSchema } = tool;
  matchesSchema(outputSchema, data, `data of ${name}`);
  const beyond = undescribed(outputSchema, data, "data");
  assert.deepEqual(beyond, [], `${name} returns what its schema does not describe`);
}

function undescribed(schema: Json | undefined, value: Json | undefined, place: string): readonly string[] {
  if (!isObject(schema)) return [];
  if (Array.isArray(value))
    return value.flatMap((item: Json, at) => undescribed(schema.items, item, `${place}[${at}]`));
  const { properties } = schema;
  if (!isObject(value) || !isObject(properties)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (member === undefined) return [];
    const inside = `${place}.${name}`;
    if (Object.hasOwn(properties, name)) return undescribed(properties[name], member, inside);
    return isAllowed(schema) ? [] : [inside];
  });
}

/** An object whose members have no names of their own says so. */
function isAllowed({ additionalProperties }: JsonObject): boolean {
  return additionalProperties === true || isObject(additionalProperties);
}

/** Asserts that `schema` is a JSON Schema that can be read, and that what it requires it also describes. */
function readSchema(schema: JsonObject): z.ZodType {
  const described = Object.keys((schema.properties ?? {}) as JsonObject);
  for (const name of (schema.required ?? []) as readonly string[]) {
    assert.ok(described.includes(name), `${name} is required and not described in ${JSON.stringify(schema)}`);
  }
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    assert.fail(`not a JSON Schema: ${String(error)} in ${JSON.stringify(schema)}`);
  }
}

/** Asserts that a value is as its JSON Schema says. */
function matchesSchema(schema: JsonObject, value: Json, what: string): void {
  const result = readSchema(schema).safeParse(value);
  if (!result.success) assert.fail(`${what}: ${z.prettifyError(result.error)}`);
}
