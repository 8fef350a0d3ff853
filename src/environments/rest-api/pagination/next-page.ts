import LinkHeader from "http-link-header";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { type HttpRequest, type HttpResponse, withQuery } from "../../http/http-message.ts";
import type { ApiDocument, Operation } from "../document/api-document.ts";
import { followed, membersOf, type Schemas, typesOf } from "../document/schema-view.ts";
import { foldedName, type ListPage, memberBeside, type PageFacts, pageFacts } from "./list-page.ts";

/**
 * How certain a further page is: `sure` if the server says so, `likely` if the page is as full as pages get, `possible` if nothing speaks
 * against it.
 */
type Chance = "sure" | "likely" | "possible";

type NextPage =
  | { readonly request: HttpRequest; readonly chance: Chance; readonly outOfReach?: never }
  /** There are more items: the reason why they cannot be fetched. */
  | { readonly outOfReach: string; readonly request?: never; readonly chance?: never };

interface NextPageOptions {
  readonly operation: Operation;
  readonly document: ApiDocument;
  /** Number of items on the longest earlier page: the server's page size. */
  readonly longest?: number;
}

/** A page, what the server says about it, and the arguments of its request that can say which page is wanted. */
interface At {
  readonly request: HttpRequest;
  readonly headers: HttpResponse["headers"];
  readonly page: ListPage;
  readonly facts: PageFacts;
  readonly arguments: readonly PageArgument[];
}

/** Styles of paging, in the order in which they are tried. */
const STYLES: readonly ((at: At) => NextPage | undefined)[] = [byLink, byCursor, byLastItem, byNumber];

/** The request for the next page, by the first style that applies. Undefined at the end of the list. */
export function nextPage(
  request: HttpRequest,
  { headers }: Pick<HttpResponse, "headers">,
  page: ListPage | undefined,
  { operation, document, longest }: NextPageOptions,
): NextPage | undefined {
  if (page === undefined)
    return linkInHeader(headers) === undefined
      ? undefined
      : { outOfReach: "only lists in JSON can be joined" };
  const told = pageFacts(page);
  const facts = longest === undefined ? told : { ...told, size: longest };
  // Some servers return links and cursors even on the last page.
  if (facts.more === false && page.items.length === 0) return undefined;
  const at = { request, headers, page, facts, arguments: pageArguments(request, operation, document) };
  const found = STYLES.map((style) => style(at)).filter((next) => next !== undefined);
  return found.find((next) => next.request !== undefined) ?? found[0];
}

const LINK_MEMBERS = [
  ...["next", "nextlink", "odatanextlink", "nexturl", "nexturi", "nexthref", "nextpageurl", "nextpagelink"],
  ...["nextpage", "nextrecordsurl"],
];

/** Reads `Link` (RFC 8288) and the usual members of bodies: `next`, `links.next`, `_links.next.href`, `@odata.nextLink`, `links: [{ rel, href }]`. */
function byLink({ request, headers, page }: At): NextPage | undefined {
  const target = linkInHeader(headers) ?? memberBeside(page, LINK_MEMBERS, addressIn);
  if (target === undefined) return undefined;
  const url = sameOrigin(target, new URL(request.url));
  return url === undefined
    ? { outOfReach: "the server's link to the next page leads to another host" }
    : { request: { ...request, url }, chance: "sure" };
}

function linkInHeader({ link }: HttpResponse["headers"]): string | undefined {
  try {
    return link === undefined ? undefined : LinkHeader.parse(link).rel("next")[0]?.uri;
  } catch {
    // A header that is no list of links says nothing.
    return undefined;
  }
}

function addressIn(value: Json): string | undefined {
  if (typeof value === "string") return isAddress(value) ? value : undefined;
  if (!isObject(value)) return undefined;
  const { href, url, uri }: JsonObject = value;
  return [href, url, uri].find((each) => typeof each === "string" && each !== "") as string | undefined;
}

/** Tells addresses from cursors: an address has a scheme, begins with a slash, or has a query. */
function isAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text) || /^\/[^\s]*$/u.test(text) || /^[\w./~-]*\?[^\s=]+=/u.test(text);
}

/** The absolute target; undefined for another origin, which is not followed. */
function sameOrigin(target: string, from: URL): string | undefined {
  if (!URL.canParse(target, from.href)) return undefined;
  const url = new URL(target, from);
  // Servers behind a TLS proxy write `http` links.
  if (url.protocol === "http:" && from.protocol === "https:" && url.hostname === from.hostname) {
    url.protocol = "https:";
    url.port = from.port;
  }
  if (url.origin !== from.origin) return undefined;
  url.username = "";
  url.password = "";
  return url.href;
}

const CURSOR_MEMBERS = [
  ...["nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "nextcontinuationtoken", "nextmarker"],
  ...["nextpagekey", "nextkey", "nextoffset", "nextstart", "nextpage", "next", "continuationtoken"],
  ...["continuation", "continue", "endcursor", "cursor", "after", "scrollid", "bookmark"],
];

const CURSOR_ARGUMENTS = [
  ...["cursor", "pagetoken", "nexttoken", "nextcursor", "continuationtoken", "continuation", "startcursor"],
  ...["pagecursor", "pageafter", "after", "startingafter", "marker", "bookmark", "scrollid", "continue"],
];

/** Puts the cursor of a response into the argument for cursors. */
function byCursor(at: At): NextPage | undefined {
  if (at.facts.more === false) return undefined;
  const named = memberBeside(at.page, CURSOR_MEMBERS, (cursor, member) =>
    isId(cursor) ? { member, cursor } : undefined,
  );
  if (named === undefined) return undefined;
  const { member, cursor } = named;
  const argument = first(at, cursorArguments(member, cursor));
  // Without "next" in its name, it may be the cursor of the current page.
  const mayBeOfThis = !/next|end/u.test(member);
  if (mayBeOfThis && (argument === undefined || givenValue(at, argument) === String(cursor)))
    return undefined;
  return argument === undefined
    ? { outOfReach: "the response names a cursor, and the operation is not known to take one" }
    : { request: withValue(at, argument, cursor), chance: "sure" };
}

function cursorArguments(member: string, cursor: string | number): readonly string[] {
  const bare = member.replace(/^(?:next|end)/u, "");
  const own = bare === "" ? [] : [bare, member, `start${bare}`, `next${bare}`];
  const isNumber = typeof cursor === "number" || /^\d+$/u.test(cursor);
  const numbers = member === "next" && isNumber ? ["page", "pagenumber", "offset"] : [];
  return [...own, ...CURSOR_ARGUMENTS, ...numbers];
}

const AFTER_LAST = ["startingafter", "startafter", "afterid", "lastid"];

/** Continues after the last item's id, for lists with an argument such as `starting_after`. */
function byLastItem(at: At): NextPage | undefined {
  const argument = at.arguments.find(({ name }) => AFTER_LAST.includes(foldedName(name)));
  if (argument === undefined || at.facts.more !== true) return undefined;
  const last = at.page.items.at(-1);
  const id = isObject(last) ? (last.id ?? last._id) : last;
  return isId(id) ? { request: withValue(at, argument, id), chance: "sure" } : undefined;
}

function isId(value: Json | undefined): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

const PAGES = ["page", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage", "paged", "p"];

const OFFSETS = [
  ...["offset", "skip", "startindex", "startat", "start", "from", "firstresult", "pageoffset"],
  "startposition",
];

const SIZES = [
  ...["perpage", "pagesize", "limit", "size", "resultsperpage", "itemsperpage", "maxresults", "rows"],
  ...["count", "top", "take", "first", "hitsperpage", "pagelimit"],
];

/** Asks for the next page by its number, or by the index of its first item. */
function byNumber(at: At): NextPage | undefined {
  const { page, facts } = at;
  const count = page.items.length;
  if (count === 0 || facts.more === false) return undefined;
  const numeric = { ...at, arguments: at.arguments.filter((each) => each.numeric) };
  const paged = first(numeric, PAGES);
  const argument = paged ?? first(numeric, OFFSETS);
  if (argument === undefined) return undefined;
  const { default: initial, minimum } = argument;
  const asked = numberIn(givenValue(at, argument));
  const begins =
    paged === undefined
      ? Number(initial === 1 || minimum === 1)
      : Number(!((asked === undefined && facts.page === 0) || initial === 0 || minimum === 0));
  const current = asked ?? (paged === undefined ? facts.offset : facts.page) ?? begins;
  const next = (chance: Chance): NextPage => ({
    request: withValue(at, argument, current + (paged === undefined ? count : 1)),
    chance,
  });
  if (paged !== undefined && facts.pages !== undefined)
    return current + 1 < facts.pages + begins ? next("sure") : undefined;
  const sizing = first(numeric, SIZES);
  const wanted = sizing && (numberIn(givenValue(at, sizing)) ?? numberIn(sizing.default));
  // A page shorter than requested is the last one, or the server limits the size.
  const size = facts.size ?? (wanted !== undefined && count >= wanted ? wanted : undefined);
  const perNumber = paged === undefined ? 1 : size;
  const isUnknown = perNumber === undefined && current > begins;
  const before = isUnknown ? undefined : (current - begins) * (perNumber ?? 0);
  if (facts.total !== undefined && before !== undefined)
    return before + count < facts.total ? next("sure") : undefined;
  if (facts.more === true) return next("sure");
  const full = facts.size ?? wanted;
  // Servers cap a requested size that is too large: round counts suggest such a cap.
  const isLikely = (full !== undefined && count >= full) || (count >= 10 && count % 5 === 0);
  return next(isLikely ? "likely" : "possible");
}

function numberIn(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d{1,15}$/u.test(value) ? Number(value) : undefined;
}

/** A query parameter, or a member of a JSON body. */
interface PageArgument {
  readonly name: string;
  readonly in: "query" | "body";
  readonly numeric: boolean;
  readonly default: Json | undefined;
  readonly minimum: Json | undefined;
}

function pageArguments(
  request: HttpRequest,
  { parameters, body }: Operation,
  { schemas }: ApiDocument,
): readonly PageArgument[] {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const inBody = jsonBody(request) && membersOf(body?.contents[0]?.schema, schemas).list;
  return [
    ...inQuery.map(({ name, schema }) => argumentOf(name, "query", schema, schemas)),
    ...(inBody ?? []).map(({ name, schema }) => argumentOf(name, "body", schema, schemas)),
  ];
}

function argumentOf(name: string, place: PageArgument["in"], node: Json, schemas: Schemas): PageArgument {
  const { default: initial, minimum } = followed(node, schemas);
  const types = typesOf(node, schemas);
  const numeric = types.length === 0 || types.includes("integer") || types.includes("number");
  return { name, in: place, numeric, default: initial, minimum };
}

/** The argument by the first of some folded names. */
function first({ arguments: all }: At, names: readonly string[]): PageArgument | undefined {
  return names
    .map((name) => all.find((argument) => foldedName(argument.name) === name))
    .find((argument) => argument !== undefined);
}

/** The argument's value in the request; undefined if not given. */
function givenValue({ request }: At, { name, in: place }: PageArgument): string | undefined {
  if (place === "query") return new URL(request.url).searchParams.get(name) ?? undefined;
  const value = jsonBody(request)?.[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function withValue({ request }: At, { name, in: place }: PageArgument, value: string | number): HttpRequest {
  if (place === "query") return { ...request, url: withQuery(request.url, name, String(value)) };
  const text = JSON.stringify({ ...jsonBody(request), [name]: value });
  return { ...request, body: { kind: "text", text } };
}

/** Undefined where the request has no JSON object as its body. */
function jsonBody({ method, headers, body }: HttpRequest): JsonObject | undefined {
  if (method === "GET" || method === "HEAD") return undefined;
  if (body?.kind !== "text" || !/json/iu.test(headers["content-type"] ?? "")) return undefined;
  try {
    const value = JSON.parse(body.text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
