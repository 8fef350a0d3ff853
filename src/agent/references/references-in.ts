import type { Action } from "../../environment/action.ts";
import { REFERENCE_FORMAT, referenceText } from "../../environment/references.ts";
import type { Tool } from "../../environment/tool.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { type Parameter, parametersOf } from "../text-actions/tool-signature.ts";

/** By input schema, by name: schemas stay the same, and every action asks. */
const taking = new WeakMap<JsonObject, ReadonlyMap<string, Parameter>>();

/**
 * The references in an action's arguments, as written and each once: `{"$ref": …}` anywhere, and the text of parameters that take a
 * reference.
 */
export function referencesIn(action: Action, tool: Pick<Tool, "inputSchema">): readonly string[] {
  const takers = takingReferences(tool);
  const found = Object.entries(action.arguments).flatMap(([name, value]) =>
    referencesOf(value, takers.has(name)),
  );
  return [...new Set(found)];
}

/** The action with `{"$ref": text}` as the bare text where a parameter takes a reference: environments then see one form. */
export function withPlainReferences(action: Action, tool: Pick<Tool, "inputSchema">): Action {
  const takers = takingReferences(tool);
  if (takers.size === 0) return action;
  const plain = [...takers.values()].flatMap(({ name, schema }): [string, Json][] => {
    const value = action.arguments[name];
    const text = referenceText(value);
    if (text !== undefined) return [[name, schema.type === "array" ? [text] : text]];
    if (!Array.isArray(value)) return [];
    return [[name, value.map((item: Json) => referenceText(item) ?? item)]];
  });
  return plain.length === 0
    ? action
    : { ...action, arguments: { ...action.arguments, ...Object.fromEntries(plain) } };
}

function takingReferences(tool: Pick<Tool, "inputSchema">): ReadonlyMap<string, Parameter> {
  const known = taking.get(tool.inputSchema);
  if (known !== undefined) return known;
  const found = parametersOf(tool).filter(({ schema }) => takesReference(schema));
  const byName = new Map(found.map((parameter) => [parameter.name, parameter]));
  taking.set(tool.inputSchema, byName);
  return byName;
}

export function takesReference(schema: JsonObject | undefined): boolean {
  if (schema === undefined) return false;
  const options = schema.anyOf ?? schema.oneOf;
  return (
    schema.format === REFERENCE_FORMAT ||
    (isObject(schema.items) && takesReference(schema.items)) ||
    (Array.isArray(options) && options.some((option: Json) => isObject(option) && takesReference(option)))
  );
}

function referencesOf(value: Json | undefined, texts: boolean): readonly string[] {
  if (typeof value === "string") return texts ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  const reference = referenceText(value);
  if (reference !== undefined) return [reference];
  return Array.isArray(value)
    ? value.flatMap((item: Json) => referencesOf(item, texts))
    : Object.values(value).flatMap((item) => referencesOf(item, false));
}
