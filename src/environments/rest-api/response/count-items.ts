import { isObject } from "../../../util/is-object.ts";
import type { JsonObject } from "../../../util/json.ts";
import { isList } from "./infer-shape.ts";
import type { ReadJson } from "./parse-json.ts";

/** The list that a response is about, and how many there are in all by its own word. */
export interface ItemCount {
  /** `results`, `tracks.items`; empty where the whole response is the list. */
  readonly list: string;
  readonly items: number;
  readonly total?: { readonly member: string; readonly count: number };
}

export const TOTAL =
  /^(?:total|count|hits|matches|found|num_?found|(?:total|num|number_?of)_?(?:results?|count|items?|records?|elements?|entries|hits|rows|matches|size)|(?:result|item|record|hit)s?_?count|size_?total)$/i;
export const ABOUT_PAGES = /^(?:meta|metadata|paging|pagination|page_?info|page|info|links?)$/i;

/** The longest list at most two objects deep; undefined where there is none. */
export function countItems({ value, lengthOf }: ReadJson): ItemCount | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isList(value)) return { list: "", items: lengthOf(value) };
  const found = lists(value, [], 2).sort((a, b) => b.items - a.items)[0];
  if (found === undefined) return undefined;
  // Beside the list first, then around it.
  const around = found.beside.toReversed().flatMap(({ object, path }) => [
    { object, path },
    ...Object.entries(object)
      .filter(([key, member]) => ABOUT_PAGES.test(key) && isObject(member))
      .map(([key, member]) => ({ object: member as JsonObject, path: [...path, key] })),
  ]);
  for (const { object, path } of around)
    for (const [key, count] of Object.entries(object))
      if (TOTAL.test(key) && typeof count === "number" && Number.isInteger(count) && count >= 0)
        return {
          list: found.list,
          items: found.items,
          total: { member: [...path, key].join("."), count },
        };
  return { list: found.list, items: found.items };

  function lists(object: JsonObject, path: readonly string[], depth: number): FoundList[] {
    return Object.entries(object).flatMap(([key, member]) => {
      if (member === undefined || member === null || typeof member !== "object") return [];
      const here = { object, path };
      if (isList(member)) {
        const named = [...path, key].join(".");
        return [{ list: named, items: lengthOf(member), beside: [here] }];
      }
      if (depth === 0) return [];
      return lists(member as JsonObject, [...path, key], depth - 1).map((found) => ({
        ...found,
        beside: [here, ...found.beside],
      }));
    });
  }
}

interface FoundList {
  readonly list: string;
  readonly items: number;
  /** The objects it lies in, the outermost first. */
  readonly beside: readonly { readonly object: JsonObject; readonly path: readonly string[] }[];
}
