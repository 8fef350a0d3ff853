import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { BodyContent, Operation } from "../document/api-document.ts";
import type { Members } from "./body-members.ts";

/** Arguments told apart by where they go. */
export interface PlacedArguments {
  readonly parameters: Readonly<Record<string, Json>>;
  readonly body?: Json;
  /** The first name that goes nowhere. */
  readonly unknown?: string;
}

/** How models and people group what should be flat. */
const GROUPS = [
  "path",
  "query",
  "header",
  "headers",
  "cookie",
  "params",
  "parameters",
  "path_params",
  "query_params",
  "pathParams",
  "queryParams",
  "arguments",
];
const BODIES = ["body", "requestBody", "request_body", "data", "json", "payload"];

/** Sorts flat arguments into parameters and body; groups that were made all the same are opened, names in another form are taken. */
export function placeArguments(
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
      // Null stands for leaving it out.
      if (value !== null) parameters[name] = value;
      // Some APIs take one thing in either place and demand it in both.
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
  if (typeof value !== "string" || !/^\s*[[{]/u.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
