import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { ApiDocument, Schema } from "./api-document.ts";
import { isList, memberOf } from "./reading/place.ts";
import { referredName } from "./schema-view.ts";

const MOST_VALUES = 12;
const LONGEST_PATTERN = 30;
const LONG_TEXT = 1000;

/** Values that are allowed, the first twelve. */
function valuesText(values: readonly Json[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`… (${more} more)`] : [])].join(" | ");
}

/** A simple type with what limits it: `string(date)`, `integer(1..50)`. */
function simpleTypeText(type: string, schema: Schema): string {
  const limits =
    type === "string"
      ? [...formatOf(schema), ...lengthOf(schema), ...patternOf(schema)]
      : type === "integer" || type === "number"
        ? rangeOf(schema)
        : [];
  return limits.length === 0 ? type : `${type}(${limits.join(", ")})`;
}

function formatOf(schema: Schema): readonly string[] {
  const format = memberOf(schema, "format");
  return typeof format === "string" && !/^(?:string)?$/u.test(format) ? [format] : [];
}

function lengthOf(schema: Schema): readonly string[] {
  const least = memberOf(schema, "minLength");
  const most = memberOf(schema, "maxLength");
  const from = typeof least === "number" && least > 1 ? least : undefined;
  // Nobody comes near what is written only to have a limit.
  const to = typeof most === "number" && most < LONG_TEXT ? most : undefined;
  if (from !== undefined && from === to) return [`${from} characters`];
  if (from !== undefined && to !== undefined) return [`${from}..${to} characters`];
  if (from !== undefined) return [`at least ${from} characters`];
  return to === undefined ? [] : [`at most ${to} characters`];
}

function rangeOf(schema: Schema): readonly string[] {
  const [from, to] = [memberOf(schema, "minimum"), memberOf(schema, "maximum")];
  const [above, below] = [memberOf(schema, "exclusiveMinimum"), memberOf(schema, "exclusiveMaximum")];
  const range =
    from !== undefined && to !== undefined
      ? [`${from}..${to}`]
      : [...(from === undefined ? [] : [`from ${from}`]), ...(to === undefined ? [] : [`up to ${to}`])];
  return [
    ...range,
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
  ];
}

function patternOf(schema: Schema): readonly string[] {
  const pattern = memberOf(schema, "pattern");
  return typeof pattern === "string" && pattern.length <= LONGEST_PATTERN ? [`/${pattern}/`] : [];
}

/** Its types, `null` last; none where it does not say. */
function typesIn(schema: Schema): readonly string[] {
  const type = memberOf(schema, "type");
  if (typeof type === "string") return [type];
  if (!isList(type)) return [];
  return type
    .filter((each) => typeof each === "string")
    .toSorted((one, other) => Number(one === "null") - Number(other === "null"));
}

export interface SchemaTextOptions {
  /** Most characters of the text (1,500). */
  readonly characters?: number;
  /** Objects within objects that are written out (4); those below are named. Less where the text would become too long. */
  readonly depth?: number;
  /** Descriptions of members, shortened, as comments (true). Dropped where the text would become too long. */
  readonly descriptions?: boolean;
  /** Members left out: `readOnly` ones of what is sent, `writeOnly` ones of what comes back. */
  readonly without?: "readOnly" | "writeOnly";
}

const LONGEST_COMMENT = 90;
const LONGEST_LINE = 80;
const MOST_VARIANTS = 6;

/** A schema for a model, much like a type of TypeScript. Says what it had to leave out. */
export function schemaText(document: ApiDocument, schema: Schema, options: SchemaTextOptions = {}): string {
  const { characters = 1500, depth = 4, descriptions = true } = options;
  let text = "";
  for (const view of viewsFrom(depth, descriptions)) {
    const writer: Writer = { ...options, document, ...view, room: characters * 2 };
    text = typeText(schema, writer, { depth: 0, indent: "", open: [] });
    if (text.length <= characters) return text;
  }
  return fitted(text, characters);
}

/** The smallest text of a schema, on one line and for one argument. */
export function briefSchemaText(document: ApiDocument, schema: Schema, characters: number): string {
  const text = schemaText(document, schema, { characters, depth: 2, descriptions: false });
  const line = text.replace(/\s*\n\s*/gu, " ");
  return line.length <= characters ? line : `${line.slice(0, characters - 1)}…`;
}

interface View {
  readonly depth: number;
  readonly descriptions: boolean;
}

/** Less and less of it, until it fits: first what lies deep, then what is said about it. */
function viewsFrom(depth: number, descriptions: boolean): readonly View[] {
  const depths = Array.from({ length: depth }, (_, at) => depth - at);
  return [
    ...depths.filter((each) => each >= 2 || depth < 2).map((each) => ({ depth: each, descriptions })),
    ...(descriptions ? [{ depth: Math.min(2, depth), descriptions: false }] : []),
    { depth: 1, descriptions },
    { depth: 1, descriptions: false },
  ];
}

function fitted(text: string, characters: number): string {
  const end = text.lastIndexOf("\n", characters - 4);
  return end <= 0 ? `${text.slice(0, characters - 1)}…` : `${text.slice(0, end)}\n…`;
}

interface Writer extends SchemaTextOptions, View {
  readonly document: ApiDocument;
  readonly depth: number;
  readonly descriptions: boolean;
  /** Characters left before writing stops: what is past them is cut anyway. */
  room: number;
}

interface At {
  readonly depth: number;
  readonly indent: string;
  /** Named schemas that are being written out. */
  readonly open: readonly string[];
}

function typeText(schema: Schema, writer: Writer, at: At): string {
  if (writer.room < 0) return "…";
  const name = referredName(schema);
  const referred = name === undefined ? undefined : writer.document.schemas.get(name);
  const members = objectMembers(writer.document, schema);
  if (name !== undefined && (at.open.includes(name) || (members !== undefined && at.depth >= writer.depth)))
    return spent(writer, name);
  const within = name === undefined ? at : { ...at, open: [...at.open, name] };
  if (members !== undefined) {
    if (at.depth >= writer.depth) return spent(writer, members.properties.size > 0 ? "{ … }" : "object");
    return objectText(members.properties, members.required, members.others, writer, within);
  }
  if (referred !== undefined) return typeText(referred, writer, within);
  return ownText(schema, writer, within);
}

function ownText(schema: Schema, writer: Writer, at: At): string {
  const values = memberOf(schema, "enum");
  if (isList(values)) return spent(writer, valuesText(values));
  const constant = memberOf(schema, "const");
  if (constant !== undefined) return spent(writer, JSON.stringify(constant));
  const variants = variantsOf(schema);
  if (variants.length > 0) return unionText(variants, writer, at);
  const all = memberOf(schema, "allOf");
  if (isList(all))
    return [...new Set(all.filter(isObject).map((part) => typeText(part, writer, at)))].join(" & ");
  const not = memberOf(schema, "not");
  if (isObject(not) && Object.keys(not).length === 0) return "never";
  const types = typesIn(schema);
  if (types.length === 0)
    return memberOf(schema, "items") === undefined ? "any" : listText(schema, writer, at);
  return types
    .map((type) => {
      if (type === "array") return listText(schema, writer, at);
      if (type !== "object") return spent(writer, simpleTypeText(type, schema));
      const members = objectMembers(writer.document, { ...schema, type });
      if (members === undefined || at.depth >= writer.depth) return spent(writer, "object");
      return objectText(members.properties, members.required, members.others, writer, at);
    })
    .join(" | ");
}

function variantsOf(schema: Schema): readonly Schema[] {
  return ["oneOf", "anyOf"].flatMap((key) => {
    const list = memberOf(schema, key);
    return isList(list) ? list.filter(isObject) : [];
  });
}

function unionText(variants: readonly Schema[], writer: Writer, at: At): string {
  const texts = new Set(variants.slice(0, MOST_VARIANTS).map((variant) => typeText(variant, writer, at)));
  const more = variants.length - MOST_VARIANTS;
  return [...texts, ...(more > 0 ? [`… (${more} more)`] : [])].join(" | ");
}

function listText(schema: Schema, writer: Writer, at: At): string {
  const items = memberOf(schema, "items");
  if (!isObject(items)) return "any[]";
  const text = typeText(items, writer, at);
  return / [|&] /u.test(text.replace(/\{[\s\S]*\}/gu, "{}")) ? `(${text})[]` : `${text}[]`;
}

function objectText(
  properties: ReadonlyMap<string, Schema>,
  required: ReadonlySet<string>,
  others: Schema | undefined,
  writer: Writer,
  at: At,
): string {
  const inner = { ...at, depth: at.depth + 1, indent: `${at.indent}  ` };
  const lines: { readonly text: string; readonly comment: string }[] = [];
  let left = 0;
  for (const [name, schema] of properties) {
    const meant = followed(schema, writer.document);
    if (writer.without !== undefined && memberOf(meant, writer.without) === true) continue;
    if (writer.room < 0) {
      left++;
      continue;
    }
    const key = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name);
    const comment = writer.descriptions ? commentOf(schema, meant) : "";
    spent(writer, `${inner.indent}${key}?: ${comment}`);
    const optional = required.has(name) ? "" : "?";
    lines.push({ text: `${key}${optional}: ${typeText(schema, writer, inner)}${initialOf(meant)}`, comment });
  }
  if (others !== undefined)
    lines.push({ text: `[key: string]: ${typeText(others, writer, inner)}`, comment: "" });
  if (left > 0) lines.push({ text: `… ${left} more`, comment: "" });
  if (lines.length === 0) return "object";
  const short = `{ ${lines.map(({ text }) => text).join(", ")} }`;
  const isShort = short.length <= LONGEST_LINE && !short.includes("\n");
  if (isShort && lines.every(({ comment }) => comment === "")) return short;
  const long = lines.map(
    ({ text, comment }) => `${inner.indent}${text}${comment === "" ? "" : ` // ${comment}`}`,
  );
  return `{\n${long.join("\n")}\n${at.indent}}`;
}

function commentOf(schema: Schema, meant: Schema): string {
  const description = memberOf(schema, "description") ?? memberOf(meant, "description");
  const deprecated = memberOf(meant, "deprecated") === true ? "deprecated" : "";
  const text = typeof description === "string" ? plainText(description, LONGEST_COMMENT) : "";
  return [deprecated, text].filter(Boolean).join("; ");
}

function initialOf(schema: Schema): string {
  const initial: Json | undefined = memberOf(schema, "default");
  if (initial === undefined || initial === null) return "";
  const text = JSON.stringify(initial);
  return text.length > 40 ? "" : ` = ${text}`;
}

function followed(schema: Schema, document: ApiDocument): Schema {
  const name = referredName(schema);
  const referred = name === undefined ? undefined : document.schemas.get(name);
  return referred === undefined ? schema : { ...referred, ...schema };
}

function spent(writer: Writer, text: string): string {
  writer.room -= text.length;
  return text;
}

export interface ObjectMembers {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** Of members that are not named; undefined where the schema says nothing of them. */
  readonly others?: Schema;
}

const DEEPEST = 8;

/**
 * The members of an object whose schema is put together by `allOf`; undefined where the schema is something else, or more than that (variants).
 */
export function objectMembers(
  document: ApiDocument,
  schema: Schema,
  open: ReadonlySet<string> = new Set(),
  isPart = false,
): ObjectMembers | undefined {
  const name = referredName(schema);
  if (name !== undefined && (open.has(name) || open.size > DEEPEST)) return undefined;
  const within = name === undefined ? open : new Set([...open, name]);
  const referred = name === undefined ? undefined : document.schemas.get(name);
  const all = memberOf(schema, "allOf");
  const written = [
    ...(referred === undefined ? [] : [referred]),
    ...(isList(all) ? all.filter(isObject) : []),
  ];
  const parts = written.map((part) => objectMembers(document, part, within, true));
  if (parts.includes(undefined) || !isPlainObject(schema, isPart)) return undefined;

  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  let others: Schema | undefined;
  for (const part of parts) {
    for (const [key, value] of part?.properties ?? []) properties.set(key, value);
    for (const key of part?.required ?? []) required.add(key);
    others ??= part?.others;
  }
  const own = memberOf(schema, "properties");
  for (const [key, value] of isObject(own) ? Object.entries(own) : [])
    properties.set(key, isObject(value) ? value : {});
  const names = memberOf(schema, "required");
  for (const key of isList(names) ? names : []) if (typeof key === "string") required.add(key);
  const additional = memberOf(schema, "additionalProperties");
  if (isObject(additional)) others = additional;
  return { properties, required, ...(others !== undefined && { others }) };
}

function isPlainObject(schema: Schema, isPart: boolean): boolean {
  const type: Json | undefined = memberOf(schema, "type");
  if (type !== undefined && type !== "object") return false;
  if (["oneOf", "anyOf", "enum", "const", "items", "not"].some((key) => memberOf(schema, key) !== undefined))
    return false;
  const holders = ["properties", "allOf", "$ref", "additionalProperties", "required"];
  // A description alone, as it stands in `allOf` beside a reference, adds nothing.
  return (
    type === "object" ||
    holders.some((key) => memberOf(schema, key) !== undefined) ||
    (isPart && Object.keys(schema).every((key) => ["title", "description", "default"].includes(key)))
  );
}

/** A description without markup and line breaks, cut after a sentence or a word to at most `characters`. */
export function plainText(text: string, characters = Number.POSITIVE_INFINITY): string {
  const plain = text
    .slice(0, characters * 20)
    .replace(/<!--[\s\S]*?-->/gu, " ")
    .replace(/<\/?[a-z][^<>]*>/giu, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/(^|\s)(?:#{1,6}|[*_]{1,3}|`{3}\w*)(?=\S|\s)/gu, "$1")
    .replace(/[*`]+/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/gu, " ")
    .replace(/ (?=[.,;:!?)])/gu, "")
    .trim();
  if (plain.length <= characters) return plain;
  const cut = plain.slice(0, characters);
  const sentence = /^[\s\S]*[.!?](?=\s)/u.exec(cut)?.[0] ?? "";
  if (sentence.length > characters / 3) return sentence;
  const word = cut.replace(/\s+\S*$/u, "");
  return `${(word === "" ? cut : word).slice(0, characters - 1)}…`;
}
