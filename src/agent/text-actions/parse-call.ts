import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { NamedTool, ToolNames } from "../tool-names.ts";
import {
  type Cursor,
  fitValue,
  looseText,
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
function callWith(name: string, given: Json, names: ToolNames): ParsedCall {
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

interface Written {
  readonly name?: string;
  readonly value: Json;
}

/**
 * Arguments written with quotes and commas, from behind the opening bracket; leaves the cursor behind the closing one. Undefined where
 * they do not follow that form to the end, or do not fit the parameters.
 */
function readArguments(
  cursor: Cursor,
  close: string,
  parameters: readonly Parameter[],
): JsonObject | undefined {
  const written: Written[] = [];
  while (!take(cursor, close)) {
    const argument = readNamed(cursor, parameters) ?? readPositional(cursor);
    if (argument === undefined) return undefined;
    written.push(argument);
    if (!take(cursor, ",") && cursor.text[cursor.at] !== close) return undefined;
  }
  return bind(written, parameters);
}

/** Arguments without quotes, or with quotes that do not match: cut at the commas, the last parameter of type text takes the rest. */
function splitArguments(inner: string, parameters: readonly Parameter[]): JsonObject | undefined {
  const pieces = cutAtCommas(inner);
  if (pieces.length > parameters.length) {
    const last = parameters.at(-1);
    if (last === undefined || !isText(last.schema)) return undefined;
    pieces.splice(parameters.length - 1, pieces.length, pieces.slice(parameters.length - 1).join(","));
  }
  return bind(
    pieces.map((piece) => namedPiece(piece.trim(), parameters)),
    parameters,
  );
}

function readNamed(cursor: Cursor, parameters: readonly Parameter[]): Written | undefined {
  skipSpace(cursor);
  const start = cursor.at;
  const match = /^(["']?)([A-Za-z_][\w-]*)\1\s*(?:=(?![=~])|:(?!:))/u.exec(cursor.text.slice(start));
  const name = parameterNamed(match?.[2] ?? "", parameters);
  if (!match || name === undefined) return undefined;
  cursor.at += match[0].length;
  const value = readLiteral(cursor);
  if (value === undefined) cursor.at = start;
  return value === undefined ? undefined : { name, value };
}

function readPositional(cursor: Cursor): Written | undefined {
  const value = readLiteral(cursor);
  return value === undefined ? undefined : { value };
}

function namedPiece(piece: string, parameters: readonly Parameter[]): Written {
  const match = /^([A-Za-z_][\w-]*)\s*[=:]\s*([\s\S]*)$/u.exec(piece);
  const name = match ? parameterNamed(match[1] ?? "", parameters) : undefined;
  return name === undefined
    ? { value: unquoted(piece) }
    : { name, value: unquoted((match?.[2] ?? "").trim()) };
}

/** `statement` for `where_statement` is a slip; `state` may be a column in a condition. */
const SURE_SLIP = 0.75;

/** The parameter of that name, or the one it is a slip for. A name that is near none is no name: SQL is full of `x = 1`. */
function parameterNamed(name: string, parameters: readonly Parameter[]): string | undefined {
  const names = parameters.map((parameter) => parameter.name);
  if (names.includes(name)) return name;
  const [near] = nearestNames(name, names, { limit: 1 });
  return near !== undefined && near.score >= SURE_SLIP ? near.name : undefined;
}

function bind(written: readonly Written[], parameters: readonly Parameter[]): JsonObject | undefined {
  const [only] = written;
  if (
    written.length === 1 &&
    only?.name === undefined &&
    isObject(only?.value) &&
    !takesObject(parameters[0])
  ) {
    return fitted(only.value, parameters);
  }
  const bound: Record<string, Json> = {};
  const free = parameters.filter(({ name }) => !written.some((argument) => argument.name === name));
  for (const { name, value } of written) {
    const target = name ?? free.shift()?.name;
    if (target === undefined) return undefined;
    bound[target] = value;
  }
  return fitted(bound, parameters);
}

/** Each value in the type that its parameter asks for; names that no parameter has stay, for the environment to refuse. */
export function fitted(bound: JsonObject, parameters: readonly Parameter[]): JsonObject {
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]));
  return Object.fromEntries(
    Object.entries(bound).map(([name, value]) => [
      name,
      value === undefined ? value : fitValue(value, schemas.get(name) ?? {}),
    ]),
  );
}

function takesObject(parameter: Parameter | undefined): boolean {
  return parameter?.schema.type === "object";
}

/** Commas outside brackets and quotes; a quote counts only where a piece begins, so that O'Brien stays whole. */
function cutAtCommas(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? "";
    if (quote !== "") {
      if (character === quote && /^\s*(?:,|$)/u.test(text.slice(i + 1))) quote = "";
    } else if (/["'`]/u.test(character) && /(?:^|[=:])\s*$/u.test(text.slice(from, i))) quote = character;
    else if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === "," && depth <= 0) {
      pieces.push(text.slice(from, i));
      from = i + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

export function unquoted(text: string): string {
  const pair = /^(?:"([\s\S]*)"|'([\s\S]*)'|`([\s\S]*)`|“([\s\S]*)”|‘([\s\S]*)’)$/u.exec(text);
  return pair ? (pair[1] ?? pair[2] ?? pair[3] ?? pair[4] ?? pair[5] ?? "") : text;
}
