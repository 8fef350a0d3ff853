import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { HttpRequest } from "../../http/http-message.ts";
import type { BodyContent, Operation, Parameter } from "../document/api-document.ts";
import { followed, listOf, type Members, membersOf, type Schemas, typesOf } from "../document/schema-view.ts";
import { mustHaveMembers } from "../operation-index.ts";
import type { ArgumentOrigins } from "../search/create-argument-origins.ts";
import {
  createSchemaValidator,
  impossible,
  impossibleBody,
  missing,
  type SchemaFault,
  unknownArgument,
} from "./argument-failures.ts";
import { buildRequest, headerText, pathText } from "./build-request.ts";

/** Valid arguments, separated into parameters and body, with types coerced. */
export interface CheckedArguments {
  readonly parameters: JsonObject;
  /** Undefined if no body is sent. */
  readonly body?: JsonObject[string];
}

/**
 * Checks the arguments of an operation before anything is sent. Arguments are flat, by name: parameters of all kinds beside the members of an
 * object body, or the whole body as `body`. Text that clearly is a number or a boolean is converted.
 */
export interface ArgumentChecker {
  /** @throws Refusal `invalid-arguments` for the first mistake */
  check(operation: Operation, given: JsonObject): CheckedArguments;
  build(operation: Operation, checked: CheckedArguments): HttpRequest;
}

interface ArgumentCheckerOptions {
  /** Absolute, without a slash at its end. */
  readonly server: string;
  readonly schemas: Schemas;
  readonly origins: ArgumentOrigins;
}

/** See `ArgumentChecker`. */
export function createArgumentChecker({ server, schemas, origins }: ArgumentCheckerOptions): ArgumentChecker {
  const validator = createSchemaValidator(schemas);
  const told = { origins, schemas };

  function checkBody(
    operation: Operation,
    { schema }: BodyContent,
    { list, open }: Members,
    given: Json | undefined,
  ): void {
    const lacking = list.find(
      ({ name, required }) => required && !(isObject(given) && given[name] !== undefined),
    );
    if (lacking !== undefined && (given === undefined ? mustHaveMembers(operation) : isObject(given)))
      throw missing(operation, lacking, told);
    const { body } = operation;
    if (given === undefined) {
      if (body?.required !== true || list.length > 0 || open) return;
      throw missing(operation, { name: "body", schema, description: body.description }, told);
    }
    const fault = validator.fault(schema, given);
    if (fault !== undefined) throw impossibleBody(operation, fault);
  }

  return {
    check(operation, given) {
      const content = operation.body?.contents[0];
      const members = content === undefined ? NO_MEMBERS : membersOf(content.schema, schemas);
      const placed = placeArguments(operation, content, members, given);
      if (placed.unknown !== undefined) throw unknownArgument(operation, placed.unknown, members, given);
      const parameters: Record<string, Json> = {};
      for (const parameter of operation.parameters) {
        const { name, schema } = parameter;
        const written = placed.parameters[name];
        if (written === undefined && !parameter.required) continue;
        if (written === undefined) throw missing(operation, parameter, told);
        const value = coerced(written, schema, schemas);
        const fault = validator.fault(schema, value) ?? faultInText(parameter, value);
        if (fault !== undefined) throw impossible(operation, name, value, fault, { schema, schemas });
        parameters[name] = value;
      }
      if (content === undefined) return { parameters };
      const body = placed.body === undefined ? undefined : coerced(placed.body, content.schema, schemas);
      checkBody(operation, content, members, body);
      return { parameters, ...(body === undefined ? {} : { body }) };
    },
    build: (operation, checked) => buildRequest(server, operation, checked),
  };
}

const NO_MEMBERS: Members = { list: [], open: false };

/** Finds texts that a path or a header cannot contain. */
function faultInText(parameter: Parameter, value: Json): SchemaFault | undefined {
  if (parameter.in === "path" && pathText(parameter, value) === "")
    return { at: "", message: "must not be empty", keyword: "path" };
  if (parameter.in === "header" && /[\r\n\0]/u.test(headerText(parameter, value)))
    return { at: "", message: "must not have a line end, which no header can hold", keyword: "header" };
  return undefined;
}

/** Arguments separated into parameters and body. */
interface PlacedArguments {
  readonly parameters: Readonly<Record<string, Json>>;
  readonly body?: Json;
  /** The first name that is neither a parameter nor a member of the body. */
  readonly unknown?: string;
}

/** Names of groups in which models and people nest arguments that should be flat. */
const GROUPS = [
  ...["path", "query", "header", "headers", "cookie", "params", "parameters", "arguments"],
  ...["path_params", "query_params", "pathParams", "queryParams"],
];
const BODIES = ["body", "requestBody", "request_body", "data", "json", "payload"];

/** Sorts arguments into parameters and body. Flattens groups, and accepts names in another notation. */
function placeArguments(
  operation: Operation,
  content: BodyContent | undefined,
  members: Members,
  given: JsonObject,
): PlacedArguments {
  const names = operation.parameters.map(({ name }) => name);
  const memberNames = members.list.map(({ name }) => name);
  const known = [...names, ...memberNames];
  const parameters: Record<string, Json> = {};
  const body: Record<string, Json> = {};
  let whole: Json | undefined;
  let unknown: string | undefined;
  for (const [key, value] of flat(given, known)) {
    const name = names.includes(key) ? key : memberNames.includes(key) ? key : (sameForm(key, known) ?? key);
    if (names.includes(name)) {
      // Null means that the parameter is omitted.
      if (value !== null) parameters[name] = value;
      // Some APIs require the same value as a parameter and in the body.
      if (value !== null && members.list.some((member) => member.name === name && member.required))
        body[name] = value;
    } else if (memberNames.includes(name)) body[name] = value;
    else if (content !== undefined && BODIES.includes(key)) whole = parsed(value);
    else if (content !== undefined && members.open && memberNames.length === 0) body[key] = value;
    else if (content !== undefined && members.open && !looksLikeSlip(key, known)) body[key] = value;
    else if (value !== null && !(BODIES.includes(key) && isEmpty(value))) unknown ??= key;
  }
  const merged =
    whole !== undefined && isObject(whole)
      ? { ...whole, ...body }
      : (whole ?? (Object.keys(body).length > 0 ? body : undefined));
  return {
    parameters,
    ...(merged === undefined ? {} : { body: merged as Json }),
    ...(unknown === undefined ? {} : { unknown }),
  };
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function flat(given: JsonObject, known: readonly string[]): readonly (readonly [string, Json])[] {
  return Object.entries(given).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (value === undefined) return [];
    if (GROUPS.includes(key) && !known.includes(key) && isObject(value)) return flat(value, known);
    return [[key, value]];
  });
}

function sameForm(key: string, names: readonly string[]): string | undefined {
  const [near, next] = nearestNames(key, names, { limit: 2 });
  const clear = near !== undefined && (near.why === "same" || near.why === "form");
  return clear && next?.why !== near.why ? near.name : undefined;
}

function looksLikeSlip(key: string, names: readonly string[]): boolean {
  return nearestNames(key, names, { limit: 1 }).some(
    ({ why }) => why === "typo" || why === "plural" || why === "order",
  );
}

function parsed(value: Json): Json {
  return typeof value === "string" && /^\s*[[{]/u.test(value) ? (parsedJson(value) ?? value) : value;
}

/** Deeper values are not coerced. */
const DEEPEST = 8;

/**
 * Converts a value to its schema's type if the intention is clear: numbers and booleans as text, a single value for a list, a list in one text, JSON
 * in a text, a number for a text, an allowed word in another case. Other values stay as they are, and are refused later.
 */
function coerced(value: Json, node: Json, schemas: Schemas, depth = 0): Json {
  const schema = followed(node, schemas);
  const types = typesOf(schema, schemas);
  if (depth > DEEPEST) return value;
  if (typeof value === "string") return ofText(value, types, schema, schemas, depth);
  if (typeof value === "number" || typeof value === "boolean") {
    if (types.length === 0 || fits(value, types)) return value;
    if (types.includes("string")) return String(value);
    if (types.includes("array")) return [coerced(value, schema.items ?? {}, schemas, depth + 1)];
    if (types.includes("boolean") && (value === 0 || value === 1)) return value === 1;
    return value;
  }
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (types.includes("array") || types.length === 0) {
      return list.map((item) => coerced(item, schema.items ?? {}, schemas, depth + 1));
    }
    if (types.includes("string") && list.length > 1 && list.every((item) => typeof item !== "object")) {
      return list.map(String).join(",");
    }
    const [only] = list;
    return list.length === 1 && only !== undefined ? coerced(only, schema, schemas, depth + 1) : value;
  }
  if (!isObject(value)) return value;
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, coerced(member, properties[name] ?? {}, schemas, depth + 1)]],
    ),
  );
}

function ofText(
  text: string,
  types: readonly string[],
  schema: JsonObject,
  schemas: Schemas,
  depth: number,
): Json {
  const allowed = listOf(schema["enum"]);
  if (!allowed.includes(text)) {
    const same = allowed.filter((each) => String(each).toLowerCase() === text.trim().toLowerCase());
    if (same.length === 1 && same[0] !== undefined) return same[0];
  }
  if (types.length === 0 || types.includes("string")) return text;
  const trimmed = text.trim();
  if (
    (types.includes("integer") || types.includes("number")) &&
    /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/iu.test(trimmed)
  ) {
    return Number(trimmed);
  }
  if (types.includes("boolean") && /^(true|false|yes|no)$/iu.test(trimmed))
    return /^(true|yes)$/iu.test(trimmed);
  if (types.includes("array") || types.includes("object")) {
    const parsed = /^[[{]/u.test(trimmed) ? parsedJson(trimmed) : undefined;
    if (parsed !== undefined) return coerced(parsed, schema, schemas, depth + 1);
  }
  if (types.includes("array")) {
    return trimmed.split(/\s*,\s*/u).map((item) => coerced(item, schema.items ?? {}, schemas, depth + 1));
  }
  return types.includes("null") && trimmed === "null" ? null : text;
}

function fits(value: number | boolean, types: readonly string[]): boolean {
  if (typeof value === "boolean") return types.includes("boolean");
  return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
}

/** Undefined if a text is no JSON. */
function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
