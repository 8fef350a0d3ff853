import type { Json } from "../../../util/json.ts";
import { withNameIn } from "../follow-solution.ts";
import type { ItoolItem } from "../itool-item.ts";

const SHORTEST_NAME = 3;

/**
 * The clear item with the name in it as `intended`, and `{intended}` wherever its solution and answer have it, so that another name can be put in its place.
 * Without one of its own, the name is the longest text that the solution gives to an operation and that stands in the query; as it was where there is none.
 */
export function withName(source: ItoolItem): ItoolItem {
  const { query, solution, answer } = source;
  const intended =
    source.intended !== ""
      ? source.intended
      : solution
          .flatMap((step) => Object.values(step.arguments))
          .filter((value): value is string => typeof value === "string" && !value.startsWith("="))
          .filter((text) => text.length >= SHORTEST_NAME && query.toLowerCase().includes(text.toLowerCase()))
          .sort((one, other) => other.length - one.length)[0];
  if (intended === undefined) return source;
  return {
    ...source,
    intended,
    solution: solution.map((step) => ({
      ...step,
      arguments: opened(step.arguments as Json, intended) as typeof step.arguments,
    })),
    answer: openedText(answer, intended),
  };
}

function opened(value: Json, name: string): Json {
  if (typeof value === "string") return value === name ? "{intended}" : openedText(value, name);
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => opened(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, opened(each ?? null, name)]));
}

/** In an expression the name stands in quotes; elsewhere words of it may mean something else. */
function openedText(text: string, name: string): string {
  if (!text.startsWith("=")) return text;
  const escaped = withNameIn("{intended}", name);
  return [escaped, name].reduce(
    (changed, form) =>
      changed.replaceAll(`'${form}'`, "'{intended}'").replaceAll(`"${form}"`, "'{intended}'"),
    text,
  );
}
