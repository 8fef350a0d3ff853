import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";

/** One file of a document, parsed. */
export interface SourceFile {
  /** Absolute path or URL, with whatever credentials are in it: never shown. Empty for a document given as text or object. */
  readonly location: string;
  /** Name in faults, relative to the document's own folder. */
  readonly name: string;
  readonly value: Json;
}

/** A value of a document with its position. */
export interface Place {
  readonly file: SourceFile;
  /** JSON pointer in the file. */
  readonly pointer: string;
  readonly value: Json | undefined;
}

export function startOf(file: SourceFile): Place {
  return { file, pointer: "", value: file.value };
}

export function childOf(place: Place, key: string | number): Place {
  const name = String(key);
  const pointer = `${place.pointer}/${escaped(name)}`;
  return { file: place.file, pointer, value: memberOf(place.value, name) };
}

/** Members of an object or list, as places. Empty for other values. */
export function childrenOf(place: Place): readonly (readonly [string, Place])[] {
  const { value } = place;
  if (!isObject(value) && !isList(value)) return [];
  return Object.keys(value).map((key) => [key, childOf(place, key)] as const);
}

/** The tokens of a JSON pointer, unescaped. */
export function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function escaped(token: string): string {
  return /[~/]/u.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Reads own members only: documents may have members named `constructor`. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (isObject(value)) return Object.hasOwn(value, key) ? value[key] : undefined;
  return isList(value) && /^(?:0|[1-9]\d*)$/u.test(key) ? value[Number(key)] : undefined;
}

/** A string, or a number as text: YAML parses versions and ids as numbers. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** A boolean, also if written as text (`"true"`), as many documents do. Undefined for other values. */
export function truthOf(value: Json | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  const folded = value.trim().toLowerCase();
  return folded === "true" ? true : folded === "false" ? false : undefined;
}
