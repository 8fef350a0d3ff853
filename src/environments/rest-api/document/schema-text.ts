import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { ApiDocument, Schema } from "./api-document.ts";
import { isList, memberOf } from "./reading/place.ts";
import { alternatives, followed, type Member, membersOf, referredName, typesOf } from "./schema-view.ts";

type SchemaHolder = Pick<ApiDocument, "schemas">;

const MOST_VALUES = 12;
const LONGEST_PATTERN = 30;
const LONG_TEXT = 1000;

/** Values that are allowed, the first twelve. */
function valuesText(values: readonly Json[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`… (${more} more)`] : [])].join(" | ");
}

/** A scalar type with its limits: `string(date)`, `integer(1..50)`. */
function simpleTypeText(type: string, schema: Schema): string {
  const limits = type === "string" ? textLimits(schema) : type === "boolean" ? [] : numberLimits(schema);
  return limits.length === 0 ? type : `${type}(${limits.join(", ")})`;
}

function textLimits({ format, minLength, maxLength, pattern }: Schema): readonly string[] {
  const least = typeof minLength === "number" && minLength > 1 ? minLength : undefined;
  // Very large limits are formal ones, which no value reaches.
  const most = typeof maxLength === "number" && maxLength < LONG_TEXT ? maxLength : undefined;
  return [
    ...(typeof format === "string" && !/^(?:string)?$/u.test(format) ? [format] : []),
    ...rangeText(least, most).map((range) => `${range} characters`),
    ...(typeof pattern === "string" && pattern.length <= LONGEST_PATTERN ? [`/${pattern}/`] : []),
  ];
}

function numberLimits({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): readonly string[] {
  return [
    ...rangeText(minimum, maximum),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
  ];
}

function rangeText(from: Json | undefined, to: Json | undefined): readonly string[] {
  if (from === undefined) return to === undefined ? [] : [`up to ${to}`];
  return [to === undefined ? `from ${from}` : from === to ? `${from}` : `${from}..${to}`];
}

interface SchemaTextOptions {
  /** Most characters of the text. */
  readonly characters: number;
  /** Two levels at most, without descriptions. */
  readonly brief?: boolean;
  /** Members to leave out: `readOnly` for requests, `writeOnly` for responses. */
  readonly without?: "readOnly" | "writeOnly";
}

const LONGEST_COMMENT = 90;
const LONGEST_LINE = 80;
const MOST_VARIANTS = 6;

interface View {
  /** Levels of objects that are written out; deeper ones are only named. */
  readonly depth: number;
  /** Whether members have their descriptions as comments, shortened. */
  readonly descriptions: boolean;
}

/** Views with decreasing detail, tried until one fits: deep levels are dropped first, then descriptions. */
const VIEWS: readonly View[] = [
  { depth: 4, descriptions: true },
  { depth: 3, descriptions: true },
  { depth: 2, descriptions: true },
  { depth: 2, descriptions: false },
  { depth: 1, descriptions: true },
  { depth: 1, descriptions: false },
];

/** A schema for a model, much like a TypeScript type. The text mentions omissions. */
export function schemaText(document: SchemaHolder, schema: Schema, options: SchemaTextOptions): string {
  const { characters, brief = false } = options;
  let text = "";
  for (const view of VIEWS.filter(({ depth, descriptions }) => !brief || (depth <= 2 && !descriptions))) {
    const writer: Writer = { ...options, document, ...view, room: characters * 2 };
    text = typeText(schema, writer, { depth: 0, indent: "", open: [] });
    if (text.length <= characters) return text;
  }
  return fitted(text, characters);
}

/** The smallest text of a schema, on one line and for one argument. */
export function briefSchemaText(document: SchemaHolder, schema: Schema, characters: number): string {
  const line = schemaText(document, schema, { characters, brief: true }).replace(/\s*\n\s*/gu, " ");
  return line.length <= characters ? line : `${line.slice(0, characters - 1)}…`;
}

function fitted(text: string, characters: number): string {
  const end = text.lastIndexOf("\n", characters - 4);
  return end <= 0 ? `${text.slice(0, characters - 1)}…` : `${text.slice(0, end)}\n…`;
}

interface Writer extends SchemaTextOptions, View {
  readonly document: SchemaHolder;
  /** Characters left before writing stops: the text is cut there anyway. */
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
    if (at.depth >= writer.depth) return spent(writer, members.list.length > 0 ? "{ … }" : "object");
    return objectText(members, writer, within);
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
  const types = typesOf(schema, writer.document.schemas);
  if (types.length === 0) return "any";
  return types
    .toSorted((one, other) => Number(one === "null") - Number(other === "null"))
    .map((type) => {
      if (type === "array") return listText(schema, writer, at);
      if (type !== "object") return spent(writer, simpleTypeText(type, schema));
      const members = objectMembers(writer.document, { ...schema, type });
      if (members === undefined || at.depth >= writer.depth) return spent(writer, "object");
      return objectText(members, writer, at);
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

function objectText({ list, others }: ObjectMembers, writer: Writer, at: At): string {
  const inner = { ...at, depth: at.depth + 1, indent: `${at.indent}  ` };
  const lines: { readonly text: string; readonly comment: string }[] = [];
  let left = 0;
  for (const { name, schema, required, description } of list) {
    const meant = followed(schema, writer.document.schemas);
    if (writer.without !== undefined && meant[writer.without] === true) continue;
    if (writer.room < 0) {
      left++;
      continue;
    }
    const key = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name);
    const about = writer.descriptions ? plainText(description, LONGEST_COMMENT) : "";
    const deprecated = writer.descriptions && meant["deprecated"] === true ? "deprecated" : "";
    const comment = [deprecated, about].filter(Boolean).join("; ");
    spent(writer, `${inner.indent}${key}?: ${comment}`);
    const text = typeText(isObject(schema) ? schema : {}, writer, inner);
    lines.push({ text: `${key}${required ? "" : "?"}: ${text}${initialOf(meant)}`, comment });
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

function initialOf(schema: Schema): string {
  const initial: Json | undefined = memberOf(schema, "default");
  if (initial === undefined || initial === null) return "";
  const text = JSON.stringify(initial);
  return text.length > 40 ? "" : ` = ${text}`;
}

function spent(writer: Writer, text: string): string {
  writer.room -= text.length;
  return text;
}

interface ObjectMembers {
  readonly list: readonly Member[];
  /** Schema of members that are not listed (`additionalProperties`). Undefined if there is none. */
  readonly others: Schema | undefined;
}

/** The members of an object, with those of its `allOf` parts. Undefined for other types and for schemas with variants. */
function objectMembers({ schemas }: SchemaHolder, schema: Schema): ObjectMembers | undefined {
  const parts = alternatives(schema, schemas);
  if (!parts.every(({ schema: part, surely }) => surely && mayBeObject(part))) return undefined;
  if (
    !parts.some(({ schema: { type, ...part } }) => type === "object" || SAY_OBJECT.some((key) => key in part))
  )
    return undefined;
  const others = parts.map((part) => part.schema["additionalProperties"]).find((each) => isObject(each));
  return { list: membersOf(schema, schemas).list, others };
}

const SAY_OBJECT = ["properties", "additionalProperties", "required"];

function mayBeObject({ type, ...rest }: Schema): boolean {
  return (
    (type === undefined || type === "object") && !["enum", "const", "items", "not"].some((key) => key in rest)
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
