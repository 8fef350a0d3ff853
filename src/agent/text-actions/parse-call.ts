import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { NamedTool, ToolNames } from "../tool-names.ts";
import { readLiteral, skipSpace } from "./literal-reader.ts";
import { looseText } from "./loose-text.ts";
import { fitted, readArguments, splitArguments } from "./read-arguments.ts";
import { stripFence } from "./strip-thinking.ts";
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

/** Reads one call of a tool as a model wrote it after `Action:`. */
export function parseCall(written: string, names: ToolNames): ParsedCall {
  const text = stripFence(written.replace(/<\/?tool_call>/giu, " ").trim()).replace(/^\*\*|\*\*$/gu, "");
  return callAsJson(text, names) ?? callAsCode(text, names) ?? { problem: noCall(text) };
}

/** `{"name": …, "arguments": …}` under any of the names in use, or `{"tool": {…}}`. */
export function callAsJson(text: string, names: ToolNames): ParsedCall | undefined {
  if (!/^[{[]/u.test(text)) return undefined;
  const value = readLiteral({ text, at: 0 });
  const call = Array.isArray(value) ? value[0] : value;
  if (!isObject(call)) return undefined;
  const inner = isObject(call.function) ? call.function : call;
  const name = [inner.name, inner.tool, inner.action, inner.tool_name, inner.function].find(
    (one) => typeof one === "string",
  );
  if (name !== undefined) {
    const given = [
      inner.arguments,
      inner.args,
      inner.parameters,
      inner.params,
      inner.input,
      inner.action_input,
      inner.tool_input,
    ];
    return callWith(name, given.find((one) => one !== undefined) ?? {}, names);
  }
  const [[key, value1] = ["", undefined], ...others] = Object.entries(call);
  return others.length === 0 && value1 !== undefined && names.find(key)
    ? callWith(key, value1, names)
    : undefined;
}

/** A call whose arguments came as a value: an object, its text, or the one argument itself. */
export function callWith(name: string, given: Json, names: ToolNames): ParsedCall {
  const tool = names.find(name);
  const parameters = tool ? parametersOf(tool.tool) : [];
  const value = typeof given === "string" ? (readLiteral({ text: given, at: 0 }) ?? given) : given;
  const named = tool === undefined ? {} : { tool };
  if (isObject(value)) return { name, ...named, arguments: fitted(value, parameters) };
  const only = onlyText(parameters);
  if (only !== undefined && typeof given === "string")
    return { name, ...named, arguments: { [only.name]: given } };
  return given === null || given === ""
    ? { name, ...named, arguments: {} }
    : { problem: `The arguments of ${name} must be an object.` };
}

function callAsCode(text: string, names: ToolNames): ParsedCall | undefined {
  const start = findTool(text, names);
  if (start === undefined) {
    const invented = /^([A-Za-z_][\w.-]*)\s*[([{]/u.exec(text)?.[1];
    return invented === undefined ? undefined : { name: invented, arguments: {} };
  }
  const { tool, name, end } = start;
  const parameters = parametersOf(tool.tool);
  const found = argumentsAt(text, end, parameters);
  if (found !== undefined) return { name, tool, arguments: found };
  const signature = signatureOf(tool.name, tool.tool);
  return {
    problem: `The arguments of ${name} could not be read. Write ${signature}, each text in double quotes.`,
  };
}

interface FoundTool {
  readonly tool: NamedTool;
  readonly name: string;
  readonly end: number;
}

/** The tool at the beginning, or the first one further on with its bracket directly behind ("I will use where(…)"). */
function findTool(text: string, names: ToolNames): FoundTool | undefined {
  for (const match of text.matchAll(/[A-Za-z_][\w.:-]*(?<![.:])/gu)) {
    const [name] = match;
    const end = match.index + name.length;
    if (match.index > 0 && !/^[([{]/u.test(text.slice(end))) continue;
    const tool = names.find(name);
    if (tool !== undefined) return { tool, name, end };
    if (match.index === 0 && /^\s*\(/u.test(text.slice(end))) return undefined;
  }
  return undefined;
}

function argumentsAt(text: string, at: number, parameters: readonly Parameter[]): JsonObject | undefined {
  const cursor = { text, at };
  skipSpace(cursor);
  const open = text[cursor.at] ?? "";
  const close = { "(": ")", "[": "]" }[open];
  if (close === undefined) return withoutBrackets(text.slice(cursor.at), parameters);
  const from = ++cursor.at;
  const strict = readArguments(cursor, close, parameters);
  if (strict !== undefined && /^(?:$|[\s.;,*`])/u.test(text.slice(cursor.at))) return strict;
  const inner = text.slice(from, endOfCall(text, from, open, close)).trim();
  if (inner === "") return {};
  const only = onlyText(parameters);
  return only === undefined
    ? splitArguments(inner, parameters)
    : { [only.name]: looseText(withoutName(inner, only)) };
}

/** `Action Input:` on its own line, `tool: text`, `tool {"a": 1}`, or nothing at all. */
function withoutBrackets(rest: string, parameters: readonly Parameter[]): JsonObject | undefined {
  const text = stripFence(rest.replace(/^[:\s]+/u, "").trim());
  if (text === "") return {};
  const value = text.startsWith("{") ? readLiteral({ text, at: 0 }) : undefined;
  if (isObject(value)) return fitted(value, parameters);
  const only = onlyText(parameters);
  return only === undefined
    ? splitArguments(text, parameters)
    : { [only.name]: looseText(withoutName(text, only)) };
}

/** The bracket that balances the opening one, where the line ends behind it; otherwise the last one. */
function endOfCall(text: string, from: number, open: string, close: string): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) {
      if (/^[ \t.;`*]*(?:\n|$)/u.test(text.slice(i + 1))) return i;
      break;
    }
  }
  const last = text.lastIndexOf(close);
  return last < from ? text.length : last;
}

/** The parameter that a single text argument is for: the only one there is, or the only one required. */
function onlyText(parameters: readonly Parameter[]): Parameter | undefined {
  const required = parameters.filter((parameter) => parameter.required);
  const [only, ...others] = required.length > 0 ? required : parameters;
  return only !== undefined && others.length === 0 && isText(only.schema) ? only : undefined;
}

function withoutName(text: string, parameter: Parameter): string {
  return text.startsWith(parameter.name)
    ? text
        .slice(parameter.name.length)
        .replace(/^\s*[=:]\s*|^/u, (found) => (found === "" ? parameter.name : ""))
    : text;
}

function noCall(text: string): string {
  if (text === "") return "Nothing stands after Action:.";
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `No call of a tool was found in: ${shown.replace(/\s+/gu, " ")}`;
}
