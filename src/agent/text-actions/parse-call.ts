import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { NamedTool, ToolNames } from "../tool-names.ts";
import {
  type Cursor,
  looseText,
  readJson,
  readLiteral,
  skipSpace,
  stripFence,
  take,
} from "./literal-reader.ts";
import { isText, type Parameter, parametersOf, signatureOf } from "./tool-signature.ts";

export type ParsedCall =
  /** `tool` is absent where no tool has that name: whoever acts refuses it, with the nearest names. */
  | {
      readonly name: string;
      readonly tool?: NamedTool;
      readonly arguments: JsonObject;
      readonly problem?: never;
    }
  | { readonly problem: string; readonly name?: never };

/** Reads one call of a tool as a model wrote it after `Action:`: `tool("…", name=…)`, `tool {…}` or as JSON. */
export function parseCall(written: string, names: ToolNames): ParsedCall {
  const text = stripFence(written.replace(/<\/?tool_call>/giu, " ").trim()).replace(/^\*\*|\*\*$/gu, "");
  return callAsJson(text, names) ?? callAsCode(text, names) ?? { problem: noCall(text) };
}

/** `{"name": …, "arguments": …}` under any of the names in use. */
export function callAsJson(text: string, names: ToolNames): ParsedCall | undefined {
  const call = text.startsWith("{") ? readLiteral({ text, at: 0 }) : undefined;
  if (!isObject(call)) return undefined;
  const name = call.name ?? call.tool ?? call.tool_name ?? call.action;
  if (typeof name !== "string") return undefined;
  const written = call.arguments ?? call.args ?? call.parameters ?? call.input ?? call.action_input ?? {};
  const tool = names.find(name);
  const named = tool === undefined ? { name } : { name, tool };
  const value = typeof written === "string" ? (readJson(written) ?? written) : written;
  if (isObject(value)) return { ...named, arguments: value };
  const only = tool && onlyText(parametersOf(tool.tool));
  return only !== undefined && typeof written === "string"
    ? { ...named, arguments: { [only.name]: written } }
    : { problem: `The arguments of ${name} must be an object.` };
}

function callAsCode(text: string, names: ToolNames): ParsedCall | undefined {
  const name = /^[A-Za-z_][\w.:-]*(?<![.:])/u.exec(text)?.[0];
  if (name === undefined) return undefined;
  const rest = text.slice(name.length).trimStart();
  const tool = names.find(name);
  if (tool === undefined) return rest.startsWith("(") ? { name, arguments: {} } : undefined;
  const found = argumentsIn(rest, parametersOf(tool.tool));
  if (found !== undefined) return { name, tool, arguments: found };
  const signature = signatureOf(tool.name, tool.tool);
  return {
    problem: `The arguments of ${name} could not be read. Write ${signature}, each text in double quotes.`,
  };
}

function argumentsIn(text: string, parameters: readonly Parameter[]): JsonObject | undefined {
  const inBrackets = text.startsWith("(");
  const cursor = { text, at: 1 };
  const strict = inBrackets ? readArguments(cursor, parameters) : undefined;
  if (strict !== undefined && /^(?:$|[\s.;,*`])/u.test(text.slice(cursor.at))) return strict;
  // `Action Input:` on its own line, `tool: text`, `tool {"a": 1}`, or nothing at all.
  const inner = (
    inBrackets ? text.slice(1, endOfCall(text)) : stripFence(text.replace(/^[:\s]+/u, ""))
  ).trim();
  if (inner === "") return {};
  const value = inner.startsWith("{") ? readJson(inner) : undefined;
  if (isObject(value)) return value;
  const only = onlyText(parameters);
  if (only === undefined) return undefined;
  const label = new RegExp(`^${only.name.replace(/\W/gu, "")}\\s*[=:]\\s*`, "u");
  return { [only.name]: looseText(inner.replace(label, "")) };
}

/** The bracket that balances the first one, where the line ends behind it; otherwise the last one. */
function endOfCall(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")" && --depth === 0) {
      if (/^[ \t.;`*]*(?:\n|$)/u.test(text.slice(i + 1))) return i;
      break;
    }
  }
  const last = text.lastIndexOf(")");
  return last < 0 ? text.length : last;
}

/** The parameter that a single text argument is for: the only one there is, or the only one required. */
function onlyText(parameters: readonly Parameter[]): Parameter | undefined {
  const required = parameters.filter((parameter) => parameter.required);
  const [only, ...others] = required.length > 0 ? required : parameters;
  return only !== undefined && others.length === 0 && isText(only.schema) ? only : undefined;
}

function noCall(text: string): string {
  if (text === "") return "Nothing stands after Action:.";
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `No call of a tool was found in: ${shown.replace(/\s+/gu, " ")}`;
}

/**
 * Arguments written with quotes and commas, from behind the opening bracket; leaves the cursor behind the closing one. Undefined where
 * they do not follow that form to the end, or do not fit the parameters.
 */
function readArguments(cursor: Cursor, parameters: readonly Parameter[]): JsonObject | undefined {
  const bound: Record<string, Json> = {};
  while (!take(cursor, ")")) {
    const named = nameAt(cursor, parameters);
    const value = readLiteral(cursor);
    if (value === undefined) return undefined;
    const free = parameters.find((parameter) => !Object.hasOwn(bound, parameter.name));
    const isFirst = named === undefined && free === parameters[0];
    if (isFirst && isObject(value) && free?.schema.type !== "object" && take(cursor, ")")) return value;
    const name = named ?? free?.name;
    if (name === undefined) return undefined;
    bound[name] = value;
    if (!take(cursor, ",") && cursor.text[cursor.at] !== ")") return undefined;
  }
  return bound;
}

/** The name before an argument, of a parameter that there is: SQL is full of `x = 1`. */
function nameAt(cursor: Cursor, parameters: readonly Parameter[]): string | undefined {
  skipSpace(cursor);
  const match = /^(["']?)([A-Za-z_][\w-]*)\1\s*(?:=(?![=~])|:(?!:))/u.exec(cursor.text.slice(cursor.at));
  const name = parameters.find((parameter) => parameter.name === match?.[2])?.name;
  if (name !== undefined) cursor.at += match?.[0].length ?? 0;
  return name;
}
