import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import { isList, memberOf } from "./json-shape.ts";

/** One file of a document, parsed. */
export interface SourceFile {
  /** Absolute path or URL, with whatever credentials are in it: never shown. Empty for a document given as text or object. */
  readonly location: string;
  /** Relative to the document's own folder: what faults show. */
  readonly name: string;
  readonly value: Json;
}

/** What a `$ref` of `#…` is relative to: the file, or the innermost schema with an `$id`. */
interface Resource {
  readonly uri: string;
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** A value of a document and where it stands. */
export interface Place {
  readonly file: SourceFile;
  /** JSON pointer in the file. */
  readonly pointer: string;
  readonly value: Json | undefined;
  readonly resource: Resource;
}

export function startOf(file: SourceFile): Place {
  const resource = { uri: file.location, pointer: "", value: file.value };
  return entered({ file, pointer: "", value: file.value, resource });
}

export function childOf(place: Place, key: string | number): Place {
  const name = String(key);
  const pointer = `${place.pointer}/${escaped(name)}`;
  const value = memberOf(place.value, name);
  return entered({ file: place.file, pointer, value, resource: place.resource });
}

/** Members of an object or list, each in its place; none where it is neither. */
export function childrenOf(place: Place): readonly (readonly [string, Place])[] {
  const { value } = place;
  if (!isObject(value) && !isList(value)) return [];
  return Object.keys(value).map((key) => [key, childOf(place, key)] as const);
}

export function resourceStartOf({ file, resource }: Place): Place {
  return { file, pointer: resource.pointer, value: resource.value, resource };
}

/** The tokens of a JSON pointer, unescaped. */
export function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An address against a base, where both allow it; else the address itself. */
export function absoluteUri(base: string, address: string): string {
  return URL.parse(address, URL.canParse(base) ? base : `file://${base}`)?.href ?? address;
}

function entered(place: Place): Place {
  const { file, pointer, value, resource } = place;
  const id = isObject(value) ? memberOf(value, "$id") : undefined;
  if (typeof id !== "string" || id === "" || id.startsWith("#")) return place;
  return { file, pointer, value, resource: { uri: absoluteUri(resource.uri, id), pointer, value } };
}

function escaped(token: string): string {
  return /[~/]/u.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}
