import assert from "node:assert/strict";
import type { Observation } from "../environment/observation.ts";
import type { Tool } from "../environment/tool.ts";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { matchesSchema } from "./matches-schema.ts";

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
