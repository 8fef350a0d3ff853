import type { ActContext } from "../../../environment/act-context.ts";
import type { HangsOn } from "../../../environment/answer.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { foldedWords, foldText } from "../../../util/fold-text.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { type BodyList, listInBody } from "../response/list-in-body.ts";
import { readBody } from "../response/read-body.ts";
import { NAME } from "../response/render-whole.ts";
import type { MadeCall, RestApiState } from "../rest-api-state.ts";

/** The newest calls are looked at, and bodies of at most so many bytes. */
const MOST_CALLS = 10;
const MOST_BYTES = 1_000_000;
const MOST_SHOWN = 3;
const LONGEST_VALUE = 60;

interface Response {
  readonly call: MadeCall;
  readonly body: Json;
  readonly list?: BodyList | undefined;
}

/**
 * What the question could have meant instead, by the responses at hand; nothing is called. Two things of one name, a count of one page alone, and
 * another member that the question's words fit as well.
 */
export async function whatItHangsOn(
  { question = "", calls }: RestApiState,
  answer: string,
  context: ActContext,
): Promise<readonly HangsOn[]> {
  if (question === "") return [];
  const responses = await Promise.all(calls.slice(-MOST_CALLS).map((call) => responseTo(call, context)));
  const read = responses.filter((each) => each !== undefined);
  return [
    ...sameName(read),
    ...onePage(read, question, answer),
    ...otherMember(read, question, answer),
  ].slice(0, MOST_SHOWN);
}

async function responseTo(
  call: MadeCall,
  { artifacts, principal }: ActContext,
): Promise<Response | undefined> {
  if (call.body.bytes > MOST_BYTES || call.times !== undefined || call.status >= 300) return undefined;
  const read = readBody(await artifacts.get(call.body.sha256, principal), call.body.mediaType);
  return "value" in read ? { call, body: read.value, list: listInBody(read.value) } : undefined;
}

/** Things of one name in a list, of which a later call was made for one alone. */
function sameName(responses: readonly Response[]): readonly HangsOn[] {
  return responses.flatMap(({ call, list }, at) => {
    const named = (list?.items ?? []).filter(isObject).flatMap((item) => {
      const [id, name] = [idOf(item), nameOf(item)];
      return id === undefined || name === undefined ? [] : [{ item, id, name }];
    });
    const called = new Set(responses.slice(at + 1).flatMap((later) => valuesSent(later.call)));
    return named
      .filter(({ id }) => called.has(id))
      .flatMap((taken) => {
        const others = named.filter(
          ({ id, name }) => id !== taken.id && foldText(name) === foldText(taken.name),
        );
        if (others.length === 0 || others.some(({ id }) => called.has(id))) return [];
        const members = tellingApart([taken, ...others].map(({ item }) => item));
        const shown = ({ item, id }: typeof taken): string =>
          [`id ${id}`, ...members.map((key) => `${key} ${textOf(item[key])}`)].join(", ");
        const other = others.map(shown).join("; ");
        return [
          {
            kind: "same-name",
            text: `another "${clippedText(taken.name, LONGEST_VALUE)}" (${other}) instead of the one taken (${shown(taken)})`,
            query: requestOf(call),
          },
        ];
      });
  });
}

/** A count of the items of one page, where the response says that there are more. */
function onePage(responses: readonly Response[], question: string, answer: string): readonly HangsOn[] {
  if (!ASKS_FOR_COUNT.test(question)) return [];
  return responses.slice(-1).flatMap(({ call, list }) => {
    const [shown, total] = [list?.items.length ?? 0, list?.total];
    const isOfPage = total !== undefined && total.count > shown;
    if (!isOfPage || !holds(answer, String(shown)) || holds(answer, String(total.count))) return [];
    const text = `all items, of which ${total.member} says ${total.count}, instead of the ${shown} that were fetched`;
    return [{ kind: "page", text, query: requestOf(call) }];
  });
}

const ASKS_FOR_COUNT = /\b(?:how many|number of|count|total)\b/iu;

/** A member of the same record and head word, such as two dates, between which the question's words do not decide. */
function otherMember(responses: readonly Response[], question: string, answer: string): readonly HangsOn[] {
  const asked = new Set(keysOf(question));
  return responses.slice(-1).flatMap(({ call, body, list }) =>
    [body, ...(list?.items ?? [])]
      .filter(isObject)
      .flatMap((record) => {
        const taken = Object.keys(record).filter(
          (key) => isTold(record[key]) && holds(answer, textOf(record[key])),
        );
        return taken.flatMap((key) =>
          Object.keys(record)
            .filter((other) => isTold(record[other]) && !holds(answer, textOf(record[other])))
            .filter((other) => isRival(keysOf(key), keysOf(other), asked))
            .map((other) => ({
              kind: "member",
              text: `${other}: ${textOf(record[other])} instead of ${key}: ${textOf(record[key])}`,
              query: requestOf(call),
            })),
        );
      })
      .slice(0, MOST_SHOWN),
  );
}

/** Two names that end in one word, neither of which is the other with words added, and that the question fits alike. */
function isRival(own: readonly string[], other: readonly string[], asked: ReadonlySet<string>): boolean {
  const overlap = (keys: readonly string[]) => keys.filter((key) => asked.has(key)).length;
  const isWithin = (one: readonly string[], two: readonly string[]) => one.every((key) => two.includes(key));
  const isOneHead = own.length > 1 && own.at(-1) === other.at(-1) && own.at(-1) !== "id";
  return isOneHead && !isWithin(own, other) && !isWithin(other, own) && overlap(own) === overlap(other);
}

const keysOf = (name: string): readonly string[] =>
  foldedWords(name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, " "))
    .split(" ")
    .map(wordKey);

/** A date, or a number that hardly stands in an answer by chance. */
function isTold(value: Json | undefined): boolean {
  return typeof value === "number" ? Math.abs(value) >= 10 : /^\d{4}-\d\d-\d\d/u.test(textOf(value));
}

function holds(answer: string, text: string): boolean {
  const plain = (each: string) => each.replace(/(?<=\d),(?=\d{3})/gu, "");
  return new RegExp(`(?<![\\d.-])${plain(text).replace(/[.+]/gu, "\\$&")}(?![\\d-]|\\.\\d)`, "u").test(
    plain(answer),
  );
}

function idOf(item: JsonObject): string | undefined {
  const id = item["id"] ?? item["_id"] ?? item["key"];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function nameOf(item: JsonObject): string | undefined {
  const key = Object.keys(item).find((each) => NAME.test(each) && typeof item[each] === "string");
  return key === undefined ? undefined : textOf(item[key]);
}

/** Values in the path and the query of a request. */
function valuesSent({ url }: MadeCall): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  const segments = pathname
    .split("/")
    .map((each) => (/%(?![\da-f]{2})/iu.test(each) ? each : decodeURIComponent(each)));
  return [...segments, ...[...searchParams.values()].flatMap((each) => each.split(","))];
}

/** Up to two short members in which things of one name differ, dates and years first. */
function tellingApart(items: readonly JsonObject[]): readonly string[] {
  const differing = Object.keys(items[0] ?? {}).filter((key) => {
    const texts = items.map((item) => textOf(item[key]));
    const isShort = texts.every(
      (text) => text !== "" && text.length <= LONGEST_VALUE && !text.startsWith("/"),
    );
    return isShort && !NAME.test(key) && !/id$/iu.test(key) && new Set(texts).size > 1;
  });
  return differing.toSorted((one, two) => Number(OF_TIME.test(two)) - Number(OF_TIME.test(one))).slice(0, 2);
}

const OF_TIME = /date|year|born|birth|founded/iu;

const textOf = (value: Json | undefined): string =>
  value === null || value === undefined || typeof value === "object" ? "" : String(value);

const requestOf = ({ operation, arguments: given }: MadeCall): string =>
  `${operation} ${JSON.stringify(given)}`;
