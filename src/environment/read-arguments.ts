import { shortened } from "../util/clipped-text.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { nearestNames } from "../util/nearest-names.ts";
import { tooLarge } from "./bounds.ts";
import { type Marked, ownText, say, schemaName, written } from "./egress/marks.ts";
import type { Tool } from "./tool.ts";
import { invalidArgument, type MarkedFailure, type OrMarkedFailure } from "./tool-failure.ts";

type Shaped = Pick<Tool, "name" | "inputSchema">;

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type?: string };
}

/**
 * Converts arguments to the tool's schema. Accepts other forms that have only one possible meaning: a number where text is wanted, `"5"` for 5,
 * one name for a list, null for an optional argument left out, another form of an argument's name (`whereStatement`). Arguments over
 * `ARGUMENT_BOUNDS` are refused with `too-large`.
 */
export function readArguments(
  tool: Shaped,
  given: JsonObject,
): OrMarkedFailure<{ readonly input: JsonObject }> {
  const large = tooLarge(tool.name, given);
  if (large !== undefined) return { failure: large };
  const properties = (tool.inputSchema.properties ?? {}) as Readonly<Record<string, Property>>;
  const required = (tool.inputSchema.required ?? []) as readonly string[];
  const names = Object.keys(properties);
  const input: Record<string, Json> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const name = names.includes(key) ? key : sameForm(key, names);
    if (name === undefined || (name !== key && given[name] !== undefined))
      return { failure: unknown(tool, key, names, given) };
    if (value === null && !required.includes(name)) continue;
    const property = properties[name] ?? {};
    const read = coerce(value, property);
    if (read === undefined) return { failure: wrongType(tool, name, value, property) };
    const longer = Array.isArray(read) ? tooLarge(tool.name, { [name]: read }) : undefined;
    if (longer !== undefined) return { failure: longer };
    input[name] = read;
  }
  const missing = required.find((name) => input[name] === undefined);
  return missing === undefined ? { input } : { failure: lacking(tool, missing, names) };
}

function sameForm(key: string, names: readonly string[]): string | undefined {
  const [near] = nearestNames(key, names, { limit: 1 });
  return near && (near.why === "same" || near.why === "form") ? near.name : undefined;
}

function coerce(value: Json, property: Property): Json | undefined {
  const scalar = typeof value === "number" || typeof value === "boolean";
  if (property.enum && typeof value === "string") {
    const folded = value.trim().replace(/\s+/gu, " ").toUpperCase();
    return property.enum.find((each) => each.toUpperCase() === folded);
  }
  switch (property.type) {
    case "string":
      return typeof value === "string" ? value : scalar ? String(value) : undefined;
    case "integer": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
    }
    case "boolean":
      if (value === "true" || value === "false") return value === "true";
      return typeof value === "boolean" ? value : undefined;
    case "array": {
      const list = typeof value === "string" ? listOf(value) : value;
      if (!Array.isArray(list)) return undefined;
      const items = (list as readonly Json[]).map((each) => coerce(each, property.items ?? {}));
      return items.every((each) => each !== undefined && each !== "") ? (items as Json[]) : undefined;
    }
    // Models write an object as JSON in a text now and then.
    case "object":
      return typeof value === "string" ? objectIn(value) : value;
    default:
      return value;
  }
}

/** A list as JSON, or names between commas. */
function listOf(text: string): Json {
  return text.trimStart().startsWith("[") ? jsonIn(text, [text]) : text.split(",").map((each) => each.trim());
}

function objectIn(text: string): Json {
  return text.trim() === "" ? {} : jsonIn(text, text);
}

function jsonIn(text: string, otherwise: Json): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return otherwise;
  }
}

function unknown(tool: Shaped, key: string, names: readonly string[], given: JsonObject): MarkedFailure {
  const free = names.filter((name) => given[name] === undefined);
  const near = nearestNames(key, free, { limit: 2 }).map(({ name }) => name);
  const texts = near.length > 0 ? near : free.slice(0, 1);
  const message = say`${schemaName(tool.name)} has no argument "${written(key)}"; it takes ${signature(tool)}.`;
  return invalidArgument(
    key,
    message,
    texts.map((text) => ({ text: schemaName(text), replaces: key })),
  );
}

function wrongType(tool: Shaped, name: string, value: Json, property: Property): MarkedFailure {
  const wanted = property.enum ? say`one of ${ownText(property.enum.join(", "))}` : article(property);
  const near =
    property.enum && typeof value === "string" ? nearestNames(value, property.enum, { limit: 2 }) : [];
  const given = ownText(shortened(JSON.stringify(value), 80));
  return invalidArgument(
    name,
    say`Argument "${schemaName(name)}" of ${schemaName(tool.name)} is ${wanted}, not ${given}.`,
    near.map((each) => ({ text: schemaName(each.name) })),
  );
}

function lacking(tool: Shaped, name: string, names: readonly string[]): MarkedFailure {
  const message = say`${schemaName(tool.name)} lacks its argument "${schemaName(name)}"; it takes ${signature(tool)}.`;
  return invalidArgument(name, message, names.includes(name) ? [{ text: schemaName(name) }] : []);
}

function article({ type, items }: Property): Marked {
  if (type === "array") return say`a list of ${ownText(items?.type ?? "value")}s`;
  return type === "integer"
    ? say`a whole number from 0 on`
    : type === "string"
      ? say`text`
      : say`a ${ownText(type ?? "value")}`;
}

function signature(tool: Shaped): Marked {
  const properties = Object.keys((tool.inputSchema.properties ?? {}) as JsonObject);
  const required = (tool.inputSchema.required ?? []) as readonly string[];
  return ownText(
    properties.map((name) => (required.includes(name) ? name : `${name} (optional)`)).join(", "),
  );
}
