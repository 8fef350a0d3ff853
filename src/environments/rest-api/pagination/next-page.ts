import LinkHeader from "http-link-header";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { ApiDocument, Operation } from "../document/api-document.ts";
import type { HttpRequest, HttpResponse } from "../http/http-message.ts";
import { foldedName, type ListPage, memberBeside, type PageFacts, pageFacts } from "./list-page.ts";
import { type PageArgument, type PageArguments, pageArguments } from "./page-arguments.ts";

type NextPage =
  | { readonly request: HttpRequest; readonly chance: Chance; readonly outOfReach?: never }
  /** More is there, and why it cannot be fetched. */
  | { readonly outOfReach: string; readonly request?: never; readonly chance?: never };

interface NextPageOptions {
  readonly operation: Operation;
  readonly document: ApiDocument;
  /** Items of the longest page before this one, which is what the server means by a page. */
  readonly longest?: number;
}

/**
 * The request for the page after a page: by the server's own link, a cursor, the id of the last item, a page number or an offset, in this order. Undefined
 * where the list ends.
 */
export function nextPage(
  request: HttpRequest,
  { headers }: Pick<HttpResponse, "headers">,
  page: ListPage | undefined,
  { operation, document, longest }: NextPageOptions,
): NextPage | undefined {
  const link = nextLink(request, headers, page);
  if (page === undefined) {
    return link === undefined ? undefined : { outOfReach: "only lists in JSON can be joined" };
  }
  const told = pageFacts(page);
  const facts = longest === undefined ? told : { ...told, size: longest };
  // Some servers go on giving links and cursors that lead to nothing.
  if (facts.more === false && page.items.length === 0) return undefined;
  if (link !== undefined && "url" in link) return { request: { ...request, url: link.url }, chance: "sure" };
  const given = pageArguments(request, operation, document);
  const cursor = facts.more === false ? undefined : nextCursor(page, given);
  if (cursor?.argument !== undefined)
    return { request: given.with(cursor.argument, cursor.value), chance: "sure" };
  const last = afterLastItem(page, given, facts);
  if (last !== undefined) return { request: given.with(last.argument, last.value), chance: "sure" };
  const number = nextNumber(page, given, facts);
  if (number !== undefined)
    return { request: given.with(number.argument, number.value), chance: number.chance };
  if (link !== undefined) return { outOfReach: "the server's link to the next page leads to another host" };
  return cursor === undefined
    ? undefined
    : { outOfReach: "the response names a cursor, and the operation is not known to take one" };
}

/** Where the next page is by the server's own word; `elsewhere` for another origin, which is not followed. */
type NextLink = { readonly url: string } | { readonly elsewhere: true };

const LINK_MEMBERS = [
  ...["next", "nextlink", "odatanextlink", "nexturl", "nexturi", "nexthref", "nextpageurl", "nextpagelink"],
  ...["nextpage", "nextrecordsurl"],
];

/** Reads `Link` (RFC 8288) and the usual members of bodies: `next`, `links.next`, `_links.next.href`, `@odata.nextLink`, `links: [{ rel, href }]`. */
function nextLink(
  request: HttpRequest,
  headers: Readonly<Record<string, string>>,
  page: ListPage | undefined,
): NextLink | undefined {
  const target = fromHeader(headers.link) ?? (page === undefined ? undefined : fromBody(page));
  return target === undefined ? undefined : sameOrigin(target, new URL(request.url));
}

function fromHeader(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  try {
    return LinkHeader.parse(header).rel("next")[0]?.uri;
  } catch {
    // A header that is no list of links says nothing.
    return undefined;
  }
}

function fromBody(page: ListPage): string | undefined {
  return memberBeside(page, LINK_MEMBERS, addressIn);
}

function addressIn(value: Json): string | undefined {
  if (typeof value === "string") return isAddress(value) ? value : undefined;
  if (!isObject(value)) return undefined;
  const { href, url, uri }: JsonObject = value;
  return [href, url, uri].find((each) => typeof each === "string" && each !== "") as string | undefined;
}

/** Cursors are texts, too; an address has a scheme, begins with a slash, or has a query. */
function isAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text) || /^\/[^\s]*$/u.test(text) || /^[\w./~-]*\?[^\s=]+=/u.test(text);
}

function sameOrigin(target: string, from: URL): NextLink {
  if (!URL.canParse(target, from.href)) return { elsewhere: true };
  const url = new URL(target, from);
  // Servers behind a proxy write links with the scheme that they see themselves.
  if (url.protocol === "http:" && from.protocol === "https:" && url.hostname === from.hostname) {
    url.protocol = "https:";
    url.port = from.port;
  }
  if (url.origin !== from.origin) return { elsewhere: true };
  url.username = "";
  url.password = "";
  return { url: url.href };
}

interface NextCursor {
  /** As the response calls it, folded. */
  readonly member: string;
  readonly value: string | number;
  /** Undefined where the operation takes none that fits. */
  readonly argument?: PageArgument;
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

const AFTER_LAST = ["startingafter", "startafter", "afterid", "lastid"];

/** A cursor that the response names, with the argument that takes it. */
function nextCursor(page: ListPage, { all, value }: PageArguments): NextCursor | undefined {
  const named = memberBeside(page, CURSOR_MEMBERS, (found, member) => {
    const cursor = cursorIn(found);
    return cursor === undefined ? undefined : { member, cursor };
  });
  if (named === undefined) return undefined;
  const { member, cursor } = named;
  const argument = argumentFor(member, cursor, all);
  // Without "next" in its name it may be the cursor of this page.
  if (!/next|end/u.test(member)) {
    if (argument === undefined || value(argument) === String(cursor)) return undefined;
  }
  return { member, value: cursor, ...(argument === undefined ? {} : { argument }) };
}

/** The id of the last item, for lists that go on after one. */
function afterLastItem(
  page: ListPage,
  { all }: PageArguments,
  { more }: PageFacts,
): { readonly argument: PageArgument; readonly value: string | number } | undefined {
  const argument = all.find(({ name }) => AFTER_LAST.includes(foldedName(name)));
  if (argument === undefined || more !== true) return undefined;
  const last = page.items.at(-1);
  const id = isObject(last) ? (last.id ?? last._id) : last;
  return typeof id === "string" || typeof id === "number" ? { argument, value: id } : undefined;
}

function argumentFor(
  member: string,
  cursor: string | number,
  all: readonly PageArgument[],
): PageArgument | undefined {
  const bare = member.replace(/^(?:next|end)/u, "");
  const wanted =
    bare === "" ? CURSOR_ARGUMENTS : [bare, member, `start${bare}`, `next${bare}`, ...CURSOR_ARGUMENTS];
  const numbered = typeof cursor === "number" || /^\d+$/u.test(cursor);
  const names = member === "next" && numbered ? [...wanted, "page", "pagenumber", "offset"] : wanted;
  return names
    .map((name) => all.find((argument) => foldedName(argument.name) === name))
    .find((argument) => argument !== undefined);
}

function cursorIn(value: Json): string | number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * How certain a further page is: `sure` by the server's own word, `likely` where the page is as full as pages get, `possible` where nothing speaks
 * against it.
 */
type Chance = "sure" | "likely" | "possible";

interface NextNumber {
  readonly argument: PageArgument;
  readonly value: number;
  readonly chance: Chance;
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

/** The next page by its number, or by the index of its first item. `facts.size` may be known from pages before. */
function nextNumber(page: ListPage, given: PageArguments, facts: PageFacts): NextNumber | undefined {
  if (page.items.length === 0 || facts.more === false) return undefined;
  const paged = numeric(given, PAGES);
  if (paged !== undefined) return byPage(page, paged, given, facts);
  const offset = numeric(given, OFFSETS);
  return offset === undefined ? undefined : byOffset(page, offset, given, facts);
}

function byPage(
  page: ListPage,
  argument: PageArgument,
  given: PageArguments,
  facts: PageFacts,
): NextNumber | undefined {
  const asked = numberOf(given.value(argument));
  const first =
    (asked === undefined && facts.page === 0) || argument.default === 0 || argument.minimum === 0 ? 0 : 1;
  const current = asked ?? facts.page ?? first;
  const next = { argument, value: current + 1 };
  if (facts.pages !== undefined) {
    return current + 1 < facts.pages + first ? { ...next, chance: "sure" } : undefined;
  }
  const wanted = sizeOf(given);
  // Where less came than was wanted, the server may allow less, or this is the last page.
  const size = facts.size ?? (wanted !== undefined && page.items.length >= wanted ? wanted : undefined);
  const { total: _, ...withoutTotal } = facts;
  return size === undefined && current > first
    ? after(0, next, page, given, withoutTotal)
    : after((current - first) * (size ?? 0) + page.items.length, next, page, given, facts);
}

function byOffset(
  page: ListPage,
  argument: PageArgument,
  given: PageArguments,
  facts: PageFacts,
): NextNumber | undefined {
  const first = argument.default === 1 || argument.minimum === 1 ? 1 : 0;
  const current = numberOf(given.value(argument)) ?? facts.offset ?? first;
  const next = { argument, value: current + page.items.length };
  return after(current - first + page.items.length, next, page, given, facts);
}

/** `reached`: items up to the end of this page. */
function after(
  reached: number,
  next: Omit<NextNumber, "chance">,
  page: ListPage,
  given: PageArguments,
  { total, more, size }: PageFacts,
): NextNumber | undefined {
  if (total !== undefined) return reached < total ? { ...next, chance: "sure" } : undefined;
  if (more === true) return { ...next, chance: "sure" };
  const full = size ?? sizeOf(given);
  // Servers give less than was asked for where it is more than they allow.
  const likely =
    full !== undefined && page.items.length >= full
      ? true
      : page.items.length >= 10 && page.items.length % 5 === 0;
  return { ...next, chance: likely ? "likely" : "possible" };
}

/** Items that a page is to hold by the request, or else by the document. */
function sizeOf(given: PageArguments): number | undefined {
  const argument = numeric(given, SIZES);
  if (argument === undefined) return undefined;
  return (
    numberOf(given.value(argument)) ?? (typeof argument.default === "number" ? argument.default : undefined)
  );
}

function numeric({ all }: PageArguments, names: readonly string[]): PageArgument | undefined {
  return names
    .map((name) => all.find((each) => each.numeric && foldedName(each.name) === name))
    .find((argument) => argument !== undefined);
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
