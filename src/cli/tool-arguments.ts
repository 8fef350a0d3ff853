import type { Tool } from "../environment/tool.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Json, JsonObject } from "../util/json.ts";

type Schema = { readonly type?: string | readonly string[]; readonly anyOf?: readonly Schema[] };

function typesOf(schema: Schema | undefined): readonly string[] {
  if (schema === undefined) return [];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(typesOf);
  return schema.type === undefined ? [] : typeof schema.type === "string" ? [schema.type] : schema.type;
}

function parseJson(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new FuxiError("usage", `The argument ${name} is not valid JSON.`, {
      hint: `Write it in single quotes, such as ${name}='{"name": "value"}'.`,
      cause: error,
    });
  }
}

/** A word of the command line as the type that the tool's schema wants; the tool itself judges everything else. */
function valueFor(name: string, text: string, schema: Schema | undefined): Json {
  const types = typesOf(schema);
  if (types.includes("string") || types.length === 0) return text;
  if (types.includes("array") && !text.startsWith("[")) return text.split(",").map((part) => part.trim());
  if (types.includes("array") || types.includes("object")) return parseJson(name, text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (
    (types.includes("number") || types.includes("integer")) &&
    text.trim() !== "" &&
    !Number.isNaN(Number(text))
  )
    return Number(text);
  return text;
}

/** Reads `name=value` words; `name=@-` and the like are not special: a shell can do that. */
export function parseToolArguments(tool: Tool | undefined, words: readonly string[]): JsonObject {
  const properties = ((tool?.inputSchema as { properties?: Record<string, Schema> } | undefined)
    ?.properties ?? {}) as Record<string, Schema>;
  const given = new Map<string, Json>();
  const entries = words.map((word): [string, Json] => {
    const at = word.indexOf("=");
    const name = at > 0 ? word.slice(0, at) : "";
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      const only = Object.keys(properties);
      throw new FuxiError("usage", `Arguments are written name=value; "${word}" has no name.`, {
        ...(only[0] === undefined
          ? {}
          : { hint: `${tool?.name} takes ${only.join(", ")}: write ${only[0]}="${word}".` }),
      });
    }
    return [name, valueFor(name, word.slice(at + 1), properties[name])];
  });
  for (const [name, value] of entries) {
    const before = given.get(name);
    if (before !== undefined && !Array.isArray(value)) {
      throw new FuxiError("usage", `The argument ${name} is given twice.`, { hint: "Give it once." });
    }
    given.set(name, Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value);
  }
  return Object.fromEntries(given);
}
