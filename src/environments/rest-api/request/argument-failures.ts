import type { ArgumentOrigin } from "../../../environment/api-capability.ts";
import type { Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { Operation, Parameter, Schema } from "../document/api-document.ts";
import type { ArgumentOrigins } from "../search/argument-origins.ts";
import type { Member, Members } from "./body-members.ts";
import type { SchemaFault } from "./schema-validator.ts";
import { followed, typesOf } from "./schema-view.ts";

export interface Told {
  readonly origins: ArgumentOrigins;
  readonly close: (schema: Schema) => JsonObject;
}

const SUGGESTIONS = 3;
const SHOWN_VALUES = 12;

export function missingParameter(operation: Operation, parameter: Parameter, told: Told): ToolFailure {
  const { name, description } = parameter;
  return missing(operation, { name, description, kind: kindOf(told.close(parameter.schema)) }, told);
}

export function missingMember(
  operation: Operation,
  member: Member,
  root: JsonObject,
  told: Told,
): ToolFailure {
  const { name, description } = member;
  return missing(operation, { name, description, kind: kindOf(root, member.schema) }, told);
}

interface Lacking {
  readonly name: string;
  readonly description: string;
  readonly kind: string;
}

function missing(operation: Operation, { name, description, kind }: Lacking, { origins }: Told): ToolFailure {
  const sources = origins.of(operation, name, SUGGESTIONS);
  return {
    code: "invalid-arguments",
    message: `${operation.id} lacks its argument "${name}" (${kind}).${meaning(description)} ${comesFrom(operation, name, sources, origins)}`,
    part: { argument: name },
    suggestions: sources.map(asSuggestion),
  };
}

/** Where a value could come from, as a sentence. */
export function comesFrom(
  operation: Operation,
  name: string,
  sources: readonly ArgumentOrigin[],
  origins: ArgumentOrigins,
): string {
  if (sources.length > 0) {
    return `Such a value is returned by ${sources.map(({ operation: from, field }) => `${from} (${field})`).join(" or ")}: call that first, or read it from a response that you have.`;
  }
  return origins.isIdentifier(operation, name)
    ? "Nothing here is known to return such a value; look for an operation that lists such things."
    : "Take it from the question; if it is not said there, ask the person.";
}

export function impossible(
  operation: Operation,
  name: string,
  value: Json,
  fault: SchemaFault,
  root: JsonObject,
): ToolFailure {
  const at = fault.at === "" ? name : joined(name, fault.at);
  const kind = kindOf(root);
  const allowed = fault.allowed ?? enumOf(root);
  const near =
    typeof value === "string" && allowed !== undefined
      ? nearestNames(value, allowed.map(String), { limit: SUGGESTIONS })
      : [];
  const why = fault.keyword === "enum" || fault.keyword === "const" ? "" : faultText(fault);
  return {
    code: "invalid-arguments",
    message: `The argument "${at}" of ${operation.id} is ${kind}, not ${shown(value)}${why === "" ? "" : `: it ${why}`}.`,
    part: { argument: at, text: shown(value) },
    suggestions: near.map(({ name: text }) => ({ text })),
  };
}

/** Where a body does not fit its schema. */
export function impossibleBody(operation: Operation, fault: SchemaFault): ToolFailure {
  const at = fault.at === "" ? "body" : fault.at;
  const allowed =
    fault.allowed === undefined ? "" : `: ${fault.allowed.slice(0, SHOWN_VALUES).map(String).join(", ")}`;
  return {
    code: "invalid-arguments",
    message: `The argument "${at}" of ${operation.id} ${faultText(fault)}${allowed}.`,
    part: { argument: at },
    suggestions: (fault.allowed ?? []).slice(0, SUGGESTIONS).map((value) => ({ text: String(value) })),
  };
}

export function unknownArgument(
  operation: Operation,
  name: string,
  members: Members,
  given: JsonObject,
): ToolFailure {
  const names = [...operation.parameters.map((each) => each.name), ...members.list.map((each) => each.name)];
  const free = names.filter((each) => given[each] === undefined);
  const near = nearestNames(name, free, { limit: SUGGESTIONS }).map((each) => each.name);
  const takes =
    names.length === 0
      ? "takes no arguments"
      : `takes: ${names.slice(0, 30).join(", ")}${names.length > 30 ? ", …" : ""}`;
  return {
    code: "invalid-arguments",
    message: `${operation.id} has no argument "${name}"; it ${takes}. If nothing there does it, filter or sort the response with extract.`,
    part: { argument: name },
    suggestions: near.map((text) => ({ text, replaces: name })),
  };
}

/** The kind of value a schema wants, in a few words: `an integer from 1 to 500`, `one of asc, desc`. */
export function kindOf(root: JsonObject, node: Json = root): string {
  const schema = followed(root, node);
  const values = enumOf(root, node);
  if (values !== undefined) {
    const more = values.length > SHOWN_VALUES ? ", …" : "";
    return `one of ${values.slice(0, SHOWN_VALUES).map(String).join(", ")}${more}`;
  }
  const types = typesOf(root, schema).filter((type) => type !== "null");
  const [type] = types;
  const format = typeof schema.format === "string" ? `, ${schema.format}` : "";
  if (types.length !== 1 || type === undefined) return types.length === 0 ? "any value" : types.join(" or ");
  if (type === "array")
    return `a list of ${kindOf(root, schema.items ?? {}).replace(/^(an?|one of) /u, "")} values`;
  if (type === "integer" || type === "number") {
    const { minimum, maximum } = schema;
    const range = [
      ...(typeof minimum === "number" ? [`from ${minimum}`] : []),
      ...(typeof maximum === "number" ? [`to ${maximum}`] : []),
    ].join(" ");
    return `${type === "integer" ? "an integer" : "a number"}${range === "" ? "" : ` ${range}`}`;
  }
  if (type === "string") return `text${format}`;
  return type === "object" ? "an object" : `a ${type}`;
}

function enumOf(root: JsonObject, node: Json = root): readonly Json[] | undefined {
  const schema = followed(root, node);
  const values = schema.enum ?? followed(root, schema.items).enum;
  return Array.isArray(values) ? (values as readonly Json[]) : undefined;
}

function faultText({ message, keyword, member }: SchemaFault): string {
  if (keyword === "required" && member !== undefined) return `lacks "${member}"`;
  if (keyword === "additionalProperties" && member !== undefined) return `has no member "${member}"`;
  return message;
}

function joined(name: string, at: string): string {
  if (name === "") return at;
  return at.startsWith("[") ? `${name}${at}` : `${name}.${at}`;
}

function asSuggestion({ operation, field }: ArgumentOrigin): Suggestion {
  return { text: operation, reason: `returns ${field}` };
}

function meaning(description: string): string {
  const [first = ""] =
    /^[^\n]*?[.!?](?=\s|$)|^[^\n]+/u.exec(description.replace(/<[^>]+>/gu, "").trim()) ?? [];
  return first === ""
    ? ""
    : ` ${first.length > 160 ? `${first.slice(0, 159)}…` : first.replace(/(?<![.!?])$/u, ".")}`;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
