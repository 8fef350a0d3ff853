import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";

/** The main list of a response. */
export interface BodyList {
  readonly items: readonly Json[];
  /** Keys and indexes that lead to the list. Empty if the whole response is the list. */
  readonly path: readonly string[];
  /** Objects around the list, which may hold counts and links, the nearest first. */
  readonly beside: readonly { readonly object: JsonObject; readonly path: readonly string[] }[];
  /** Total number of items as the response states it. */
  readonly total?: { readonly member: string; readonly count: number };
}

const TOTAL =
  /^(?:total|count|hits|matches|found|num_?found|(?:total|num|number_?of)_?(?:results?|count|items?|records?|elements?|entries|hits|rows|matches|size)|(?:result|item|record|hit)s?_?count|size_?total)$/iu;
const ABOUT_PAGES =
  /^(?:_?meta|metadata|paging|pagination|page_?(?:info|data)?|info|_?links?|cursors?|(?:response|search)_?metadata)$/iu;
const NAMED =
  /^(?:results?|items|data|records|entries|rows|values?|list|objects|elements|content|hits|resources|docs|documents)$/iu;
const DEEPEST = 2;

/** The list with a usual name, else the outermost and longest one. Undefined if there is none. `path`: where the list must be. */
export function listInBody(body: Json, path?: readonly string[]): BodyList | undefined {
  const lists = listsIn(body, [], []);
  const found =
    path === undefined
      ? lists.toSorted((one, other) => rank(other) - rank(one) || other.items.length - one.items.length)[0]
      : lists.find((each) => each.path.join("\n") === path.join("\n"));
  if (found === undefined) return undefined;
  const beside = found.beside
    .toReversed()
    .flatMap(({ object, path: at }) => withMembersAboutPages(object, at));
  const counts = beside.flatMap(({ object, path: at }) =>
    Object.entries(object).flatMap(([key, value]) => {
      const count = wholeNumber(isObject(value) ? value.value : value);
      return TOTAL.test(key) && count !== undefined ? [{ member: [...at, key].join("."), count }] : [];
    }),
  );
  // A `count` alone is often only that of the page.
  const total = counts.find(({ member }) => /(?:total|num|size)[^.]*$/iu.test(member)) ?? counts[0];
  return { ...found, beside, ...(total === undefined ? {} : { total }) };
}

export function wholeNumber(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/u.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function listsIn(
  value: Json | undefined,
  path: readonly string[],
  around: BodyList["beside"],
): readonly BodyList[] {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const [about, list] = items;
    // Some responses are a pair: an object about the page, then the list.
    return path.length === 0 && items.length === 2 && isObject(about) && Array.isArray(list)
      ? [{ items: list as readonly Json[], path: ["1"], beside: [{ object: about, path: ["0"] }] }]
      : [{ items, path, beside: around }];
  }
  if (!isObject(value) || path.length > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    path.length === 0 && ABOUT_PAGES.test(key)
      ? []
      : listsIn(member, [...path, key], [...around, { object: value, path }]),
  );
}

function rank({ path, items }: BodyList): number {
  const plain = items.length > 0 && !isObject(items[0]) ? -1 : 0;
  const named = NAMED.test(path.at(-1) ?? "") || path[0] === "_embedded" ? 4 : 0;
  return named + plain - path.length;
}

function withMembersAboutPages(object: JsonObject, path: readonly string[]): BodyList["beside"] {
  const inside = Object.entries(object).flatMap(([key, member]) =>
    ABOUT_PAGES.test(key) && isObject(member) ? withMembersAboutPages(member, [...path, key]) : [],
  );
  return [{ object, path }, ...inside];
}
