import { egressScope } from "../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import { asNamedValue, type NamedValue, readNamedValue } from "./named-value.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/** Values by the names that stood in their place. */
type Filled = ReadonlyMap<string, Json>;

/**
 * Puts what texts such as `{e1[0].id}` name in their place, wherever one is the whole text of an argument. An operation that changes something takes
 * none: the person would be shown the name in place of what is sent.
 */
export async function filledArguments(
  operation: Operation,
  given: JsonObject,
  { state, services, context }: ToolCall,
): Promise<
  | { readonly arguments: JsonObject; readonly filled: Filled; readonly failure?: never }
  | { readonly failure: ToolFailure }
> {
  const named = namedIn(given);
  const [first] = named;
  if (first !== undefined && services.isEffect(operation)) return { failure: writeOut(operation, first) };
  const filled = new Map<string, Json>();
  for (const each of named) {
    if (filled.has(each.written)) continue;
    const read = await readNamedValue(each, state, services, context);
    if (read.failure !== undefined) return { failure: read.failure };
    filled.set(each.written, read.value);
  }
  return { arguments: withValues(given, filled) as JsonObject, filled };
}

function namedIn(value: Json): readonly NamedValue[] {
  if (typeof value === "string") return [asNamedValue(value)].filter((named) => named !== undefined);
  return value === null || typeof value !== "object"
    ? []
    : Object.values(value).flatMap((each) => namedIn(each as Json));
}

function withValues(value: Json, filled: Filled): Json {
  if (typeof value === "string") return filled.get(value.trim()) ?? value;
  if (Array.isArray(value)) return value.map((each: Json) => withValues(each, filled));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withValues(each as Json, filled)]),
  );
}

function writeOut({ id }: Operation, { written }: NamedValue): ToolFailure {
  return {
    code: "invalid-arguments",
    message: `${id} changes something: its arguments have to be written out, so that the person sees what is sent. Nothing was sent.`,
    part: { argument: "arguments", text: written },
    suggestions: [],
  };
}

/** What is wrong with arguments; where values are withheld, what a checker says of those that were named would tell them. */
export function unfitting({ id }: Operation, filled: Filled, failure: ToolFailure): ToolFailure {
  if (filled.size === 0 || egressScope() === undefined) return failure;
  const held = [...filled].map(([written, value]) => `${written} is ${kindOf(value)}`).join(", ");
  return {
    code: "invalid-arguments",
    message: `The arguments do not fit ${id}: ${held}. Look at what describe_operation says of them, and name one value for each. Nothing was sent.`,
    part: { argument: "arguments" },
    suggestions: [],
  };
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
