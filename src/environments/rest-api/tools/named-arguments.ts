import { egressScope } from "../../../environment/egress/egress-scope.ts";
import { referenceText } from "../../../environment/references.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import { handedOver } from "./handed-over.ts";
import { asNamedValue, type NamedValue, readNamedValue } from "./named-value.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/** Values by the names that stood in their place: `{e1.id}`, and of other environments `kb:#3.labels`. */
export type Filled = ReadonlyMap<string, Json>;

/**
 * The values that texts such as `{e1[0].id}` name, wherever one is the whole text of an argument, and those of references to other environments. An
 * operation that changes something takes none: the person would be shown the name in place of what is sent.
 */
export async function filledArguments(
  operation: Operation,
  given: JsonObject,
  { state, services, context }: ToolCall,
): Promise<{ readonly filled: Filled; readonly failure?: never } | { readonly failure: ToolFailure }> {
  const named = namedIn(given);
  const [first] = named;
  if (first !== undefined && services.isEffect(operation)) return { failure: writeOut(operation, first) };
  const filled = new Map<string, Json>();
  for (const each of named) {
    const written = nameOf(each);
    if (filled.has(written)) continue;
    const read =
      typeof each === "string"
        ? await handedOver(each, context)
        : await readNamedValue(each, state, services, context);
    if (read.failure !== undefined) return { failure: read.failure };
    filled.set(written, read.value);
  }
  return { filled };
}

/** A name in braces, or the text of a reference. */
type Named = NamedValue | string;

function nameOf(named: Named): string {
  return typeof named === "string" ? named : named.written;
}

function namedIn(value: Json | undefined): readonly Named[] {
  if (typeof value === "string") return [asNamedValue(value)].filter((named) => named !== undefined);
  const reference = referenceText(value);
  if (reference !== undefined) return [reference];
  return value === null || typeof value !== "object"
    ? []
    : Object.values(value).flatMap((each) => namedIn(each));
}

/** The arguments with values in the place of their names. */
export function withValues(given: JsonObject, filled: Filled): JsonObject {
  return filled.size === 0 ? given : (valued(given, filled) as JsonObject);
}

function valued(value: Json, filled: Filled): Json {
  const reference = typeof value === "string" ? value.trim() : referenceText(value);
  const known = reference === undefined ? undefined : filled.get(reference);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return value.map((each: Json) => valued(each, filled));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, valued(each as Json, filled)]),
  );
}

/** The innermost member of the arguments in whose place the name stands. */
export function argumentNamed(written: string, given: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!namedIn(value).some((each) => nameOf(each) === written)) continue;
    const inner =
      isObject(value) && referenceText(value) === undefined ? argumentNamed(written, value) : undefined;
    return inner ?? name;
  }
  return undefined;
}

function writeOut({ id }: Operation, named: Named): ToolFailure {
  return {
    code: "invalid-arguments",
    message: `${id} changes something: its arguments have to be written out, so that the person sees what is sent. Nothing was sent.`,
    part: { argument: "arguments", text: nameOf(named) },
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
