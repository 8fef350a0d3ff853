import type { Tool } from "../../environment/tool.ts";
import { isObject } from "../../util/is-object.ts";
import type { JsonObject } from "../../util/json.ts";
import { fitted } from "../text-actions/read-arguments.ts";
import { readJson } from "../text-actions/read-json.ts";
import { stripFence } from "../text-actions/strip-thinking.ts";
import { isText, parametersOf } from "../text-actions/tool-signature.ts";

/**
 * The arguments of a provider's tool call as it was written, also where that is no valid JSON: quotes inside a text that were not
 * escaped, single quotes, a trailing comma, JSON inside JSON. Undefined where the meaning is not clear.
 */
export function readCallInput(
  written: string,
  tool: Pick<Tool, "inputSchema"> | undefined,
): JsonObject | undefined {
  const parameters = tool ? parametersOf(tool) : [];
  const text = stripFence(written);
  if (text === "") return {};
  const value = readJson(text);
  const inner = typeof value === "string" ? readJson(value) : value;
  if (isObject(inner)) return fitted(inner, parameters);
  if (inner === null) return {};
  const one = /^\{\s*"([^"]+)"\s*:\s*"([\s\S]*)"\s*\}$/u.exec(text);
  const parameter = parameters.find(({ name }) => name === one?.[1]);
  if (!one || parameter === undefined || !isText(parameter.schema)) return undefined;
  // Only where no second member can hide in the text.
  const others = parameters.some(({ name }) => name !== parameter.name && text.includes(`"${name}"`));
  return others
    ? undefined
    : { [parameter.name]: (one[2] ?? "").replace(/\\"/gu, '"').replace(/\\n/gu, "\n") };
}
