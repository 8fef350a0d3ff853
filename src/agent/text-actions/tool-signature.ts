import type { Tool } from "../../environment/tool.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";

export interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** The parameters of a tool in the order of its schema: that order is what positional arguments mean. */
export function parametersOf(tool: Pick<Tool, "inputSchema">): readonly Parameter[] {
  const { properties, required } = tool.inputSchema;
  if (!isObject(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: isObject(schema) ? schema : {},
    required: names.includes(name),
  }));
}

/** `get_distinct_values(table, column, limit?)`, with the type where it is not text. */
export function signatureOf(name: string, tool: Pick<Tool, "inputSchema">): string {
  const parts = parametersOf(tool).map(({ name: parameter, schema, required }) => {
    const type = typeName(schema);
    return `${parameter}${required ? "" : "?"}${type === "string" ? "" : `: ${type}`}`;
  });
  return `${name}(${parts.join(", ")})`;
}

function typeName(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join("|");
  if (schema.type === "array")
    return `list of ${isObject(schema.items) ? typeName(schema.items) : "anything"}`;
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return options.filter(isObject).map(typeName).join(" or ");
  return typeof schema.type === "string" ? schema.type : "anything";
}

/** Whether the schema takes text and nothing else. */
export function isText(schema: JsonObject): boolean {
  return schema.type === "string";
}

/** A call the way the text format asks for it: `where("…")`, and with names where there are several arguments. */
export function renderCall(name: string, given: JsonObject, tool?: Pick<Tool, "inputSchema">): string {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const [first] = tool ? parametersOf(tool) : [];
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && only[0] === first?.name)
    return `${name}(${written(only[1])})`;
  return `${name}(${entries.map(([key, value]) => `${key}=${written(value)}`).join(", ")})`;
}

/** Escapes what is unescaped when a call is read, and nothing else. */
function written(value: Json | undefined): string {
  return JSON.stringify(value).replace(/\\(?:u[0-9a-f]{4}|.)/gu, (one) =>
    /["\\n]$/u.test(one) ? one : (JSON.parse(`"${one}"`) as string),
  );
}
