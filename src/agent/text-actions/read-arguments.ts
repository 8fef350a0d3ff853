import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { fitValue } from "./fit-value.ts";
import { type Cursor, readLiteral, skipSpace, take } from "./literal-reader.ts";
import { isText, type Parameter } from "./tool-signature.ts";

interface Written {
  readonly name?: string;
  readonly value: Json;
}

/**
 * Arguments written with quotes and commas, from behind the opening bracket; leaves the cursor behind the closing one. Undefined where
 * they do not follow that form to the end, or do not fit the parameters.
 */
export function readArguments(
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
export function splitArguments(inner: string, parameters: readonly Parameter[]): JsonObject | undefined {
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
