import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { HttpResponse } from "../http/http-message.ts";
import { ABOUT_PAGES } from "../response/count-items.ts";
import { parseJson } from "../response/parse-json.ts";
import { type ListText, lastItemText, listText } from "./list-text.ts";

/** One page of a list, as a response holds it. */
export interface ListPage {
  /** JSON in UTF-8, without a byte-order mark. */
  readonly document: Uint8Array;
  /** Keys and indexes that lead to the list; none where the whole response is the list. */
  readonly path: readonly string[];
  readonly length: number;
  readonly text: ListText;
  /** Objects that may tell about pages, the nearest to the list first. */
  readonly beside: readonly JsonObject[];
  /** The server's headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  lastItem(): Json | undefined;
}

const NAMED =
  /^(?:results?|items|data|records|entries|rows|values?|list|objects|elements|content|hits|resources|docs|documents)$/iu;
const ALSO_ABOUT_PAGES = /^(?:_meta|_links|link|cursors?|response_?metadata|search_?metadata|page_?data)$/iu;
const DEEPEST = 2;

/** The page that a response is, undefined where it holds no list. `path`: where the list must stand, known from the page before. */
export function listPage(
  { body, headers }: Pick<HttpResponse, "body" | "headers">,
  path?: readonly string[],
): ListPage | undefined {
  const document = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
  const read = parseJson(document);
  if (read === undefined) return undefined;
  const lists = listsIn(read.value, [], []);
  const found =
    path === undefined
      ? lists.toSorted((one, other) => rank(other) - rank(one) || sizeOf(other) - sizeOf(one))[0]
      : lists.find((each) => each.path.join("\n") === path.join("\n"));
  const text = found === undefined ? undefined : listText(document, found.path);
  if (found === undefined || text === undefined) return undefined;
  return {
    document,
    path: found.path,
    length: sizeOf(found),
    text,
    beside: found.around.toReversed().flatMap(withMembersAboutPages),
    headers,
    lastItem() {
      const last = lastItemText(document, text);
      return last === undefined
        ? undefined
        : (JSON.parse(Buffer.from(document.subarray(last.from, last.to)).toString("utf8")) as Json);
    },
  };

  function sizeOf({ list }: FoundList): number {
    return read?.lengthOf(list) ?? 0;
  }
}

interface FoundList {
  readonly list: readonly Json[];
  readonly path: readonly string[];
  /** The objects it lies in, the outermost first. */
  readonly around: readonly JsonObject[];
}

function listsIn(
  value: Json | undefined,
  path: readonly string[],
  around: readonly JsonObject[],
): readonly FoundList[] {
  if (Array.isArray(value)) {
    const [about, list] = value as readonly Json[];
    // What is said about the page may stand before the list, in a list of the two.
    return path.length === 0 && value.length === 2 && isObject(about) && Array.isArray(list)
      ? [{ list: list as readonly Json[], path: ["1"], around: [about] }]
      : [{ list: value as readonly Json[], path, around }];
  }
  if (!isObject(value) || path.length > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    path.length === 0 && isAboutPages(key) ? [] : listsIn(member, [...path, key], [...around, value]),
  );
}

/** A list by one of the usual names is what the response is about, whatever stands beside it. */
function rank({ path, list }: FoundList): number {
  const plain = list.length > 0 && !isObject(list[0]) ? -1 : 0;
  const named = NAMED.test(path.at(-1) ?? "") || path[0] === "_embedded" ? 4 : 0;
  return named + plain - path.length;
}

function withMembersAboutPages(object: JsonObject): readonly JsonObject[] {
  const inside = Object.entries(object).flatMap(([key, member]) =>
    isAboutPages(key) && isObject(member) ? withMembersAboutPages(member) : [],
  );
  return [object, ...inside];
}

function isAboutPages(key: string): boolean {
  return ABOUT_PAGES.test(key) || ALSO_ABOUT_PAGES.test(key);
}
