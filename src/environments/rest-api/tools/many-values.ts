import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import { argumentNamed, type Filled, withValues } from "./named-arguments.ts";
import { holdsNothing } from "./named-value.ts";
import { takesOne } from "./takes-one.ts";

/** Many values for an argument that takes one. */
export interface ManyValues {
  /** The name that they were given by. */
  readonly written: string;
  /** The argument's. */
  readonly argument: string;
  /** Each once, with its place in the list; those that are not known are left out. */
  readonly values: readonly { readonly value: Json; readonly at: number }[];
}

type Found = { readonly filled: Filled; readonly many?: ManyValues; readonly failure?: never };

/**
 * Whether a call is meant for each value of a list that was named: where the operation takes the list as it is, it is one call. A list of one value is
 * that value.
 */
export function manyValues(
  operation: Operation,
  given: JsonObject,
  filled: Filled,
  { checker, document }: Pick<RestApiServices, "checker" | "document">,
): Found | { readonly failure: ToolFailure } {
  const lists = [...filled].flatMap(([written, value]) =>
    Array.isArray(value) ? [{ written, list: value as readonly Json[] }] : [],
  );
  // Of the others one value each: what does not fit then is this list.
  const wanting = lists.filter(({ written, list }) => {
    const first = lists.map((each) => [each.written, each.list[0] ?? null] as const);
    const tried = new Map([...filled, ...first, [written, list as Json]]);
    const checked = checker.check(operation, withValues(given, tried));
    return checked.failure !== undefined || takesOne(operation, list, checked.arguments, document);
  });
  const [meant] = wanting;
  if (meant === undefined) return { filled };
  if (wanting.length > 1) return { failure: severalLists(wanting.map(({ written }) => written)) };
  const { written, list } = meant;
  const values = distinct(list);
  const [only] = values;
  if (only === undefined) return { failure: holdsNothing(written) };
  if (values.length === 1) return { filled: new Map([...filled, [written, only.value]]) };
  return { filled, many: { written, argument: argumentNamed(written, given) ?? "value", values } };
}

function distinct(list: readonly Json[]): ManyValues["values"] {
  const found = new Map<string, { readonly value: Json; readonly at: number }>();
  for (const [at, value] of list.entries()) {
    const key = JSON.stringify(value);
    if (value !== null && !found.has(key)) found.set(key, { value, at });
  }
  return [...found.values()];
}

function severalLists(names: readonly string[]): ToolFailure {
  return {
    code: "invalid-arguments",
    message: `${names.join(" and ")} hold many values each, and calls are made for each value of one. Name one value of the others. Nothing was sent.`,
    part: { argument: "arguments" },
    suggestions: [],
  };
}
