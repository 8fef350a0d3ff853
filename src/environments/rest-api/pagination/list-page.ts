import { type Marked, say } from "../../../environment/egress/marks.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { HttpResponse } from "../../http/http-message.ts";
import { type BodyList, listInBody, wholeNumber } from "../response/list-in-body.ts";
import { parseJson } from "../response/read-body.ts";
import { pathText } from "../response/render-value.ts";

/** One page of a list, as a response holds it. */
export interface ListPage extends BodyList {
  /** The whole response. */
  readonly body: Json;
  readonly bytes: number;
  /** The server's headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads a response as a page; undefined if it holds no list. `path`: where the list must be, known from the page before. */
export function listPage(
  { body: bytes, headers }: Pick<HttpResponse, "body" | "headers">,
  path?: readonly string[],
): ListPage | undefined {
  const read = parseJson(new TextDecoder().decode(bytes));
  const list = read === undefined ? undefined : listInBody(read.value, path);
  return read && list && { ...list, body: read.value, bytes: bytes.length, headers };
}

/** The first page with the items of all pages in its list. The server's counts and links in it are those of the first page. */
export function joinPages(pages: readonly [ListPage, ...ListPage[]]): Uint8Array {
  const [{ body, path }] = pages;
  const items = pages.flatMap((page) => page.items);
  return new TextEncoder().encode(JSON.stringify(withListAt(body, path, items)));
}

function withListAt(value: Json, [key, ...rest]: readonly string[], items: readonly Json[]): Json {
  if (key === undefined) return items;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    return list.map((each, at) => (String(at) === key ? withListAt(each, rest, items) : each));
  }
  return isObject(value) ? { ...value, [key]: withListAt(value[key] ?? null, rest, items) } : value;
}

/** Describes how much was fetched: `page 1 of 36, 20 of 711 items at results`. */
export function whatIsLeft(pages: readonly [ListPage, ...ListPage[]]): Marked {
  const [first] = pages;
  const facts = pageFacts(first);
  const got = pages.reduce((sum, { items }) => sum + items.length, 0);
  const from = facts.pages === undefined ? 1 : (facts.page ?? 1);
  const to = from + pages.length - 1;
  const numbers = from === to ? say`page ${from}` : say`pages ${from} to ${to}`;
  const ofPages = facts.pages === undefined ? "" : say` of ${facts.pages}`;
  const ofItems = facts.total === undefined ? "" : say` of ${facts.total}`;
  const where = first.path.length === 0 ? "" : say` at ${pathText(first.path.join("."))}`;
  return say`${numbers}${ofPages}, ${got}${ofItems} items${where}`;
}

/** Paging data in a response. */
export interface PageFacts {
  /** Items on all pages. */
  readonly total?: number;
  /** Number of pages. */
  readonly pages?: number;
  /** The page's number, as the server counts. */
  readonly page?: number;
  /** Index of the page's first item. */
  readonly offset?: number;
  /** Items of a full page. */
  readonly size?: number;
  /** Whether more pages follow, if the server says so. */
  readonly more?: boolean;
}

const IN_BODY = {
  pages: ["totalpages", "pagecount", "lastpage", "numpages", "nbpages", "pagestotal", "pages"],
  page: ["page", "currentpage", "pagenumber", "pageindex", "pageno", "number"],
  offset: ["offset", "skip", "startindex", "startat", "start"],
  size: ["perpage", "pagesize", "limit", "maxresults", "itemsperpage", "hitsperpage", "size"],
  more: [
    ...["hasmore", "hasnext", "hasnextpage", "hasmoreitems", "hasmoreresults", "morerows", "more"],
    ...["moreresults", "moreresultsavailable", "istruncated", "truncated"],
  ],
  end: ["last", "islast", "islastpage", "end", "isend", "lastpage", "done"],
  next: ["next", "nextcursor", "nextpage", "nextpagetoken", "nexttoken", "nexturl", "nextlink"],
} as const;

const IN_HEADERS = {
  total: ["x-total-count", "x-total", "x-wp-total", "x-total-results", "total-count", "x-count"],
  pages: ["x-total-pages", "x-wp-totalpages", "x-page-count", "x-pagination-page-count"],
  page: ["x-page", "x-current-page", "x-pagination-current-page"],
  size: ["x-per-page", "x-page-size", "x-pagination-per-page"],
} as const;

export function pageFacts(page: ListPage): PageFacts {
  const facts = {
    total: totalOf(page),
    pages: inHeaders(page, IN_HEADERS.pages) ?? numberIn(page, IN_BODY.pages),
    page: inHeaders(page, IN_HEADERS.page) ?? numberIn(page, IN_BODY.page),
    offset: numberIn(page, IN_BODY.offset),
    size: inHeaders(page, IN_HEADERS.size) ?? numberIn(page, IN_BODY.size),
    more: moreOf(page),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

/** The first member beside the list with one of some names (folded: letters and digits only, lower case) and an acceptable value. */
export function memberBeside<T>(
  { beside }: Pick<ListPage, "beside">,
  names: readonly string[],
  read: (value: Json, folded: string) => T | undefined,
): T | undefined {
  for (const { object } of beside) {
    const members = Object.entries(object).map(([key, value]) => ({ folded: foldedName(key), value }));
    for (const name of names) {
      for (const { folded, value } of members) {
        const found = folded === name && value !== undefined ? read(value, folded) : undefined;
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

export function foldedName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, "");
}

function totalOf(page: ListPage): number | undefined {
  const [, range] = /^\w+\s+[\d*-]+\/(\d+)$/u.exec(page.headers["content-range"] ?? "") ?? [];
  if (range !== undefined) return Number(range);
  const header = inHeaders(page, IN_HEADERS.total);
  if (header !== undefined) return header;
  // A count below the number of items on the page is no total.
  return page.total !== undefined && page.total.count >= page.items.length ? page.total.count : undefined;
}

function moreOf(page: ListPage): boolean | undefined {
  const truth = (value: Json) => (typeof value === "boolean" ? value : undefined);
  const more = memberBeside(page, IN_BODY.more, truth);
  if (more !== undefined) return more;
  const end = memberBeside(page, IN_BODY.end, truth);
  if (end !== undefined) return !end;
  const nothing = (value: Json) => (value === null || value === "" || value === false ? true : undefined);
  return memberBeside(page, IN_BODY.next, nothing) ? false : undefined;
}

function numberIn(page: ListPage, names: readonly string[]): number | undefined {
  return memberBeside(page, names, wholeNumber);
}

function inHeaders({ headers }: ListPage, names: readonly string[]): number | undefined {
  return names.map((name) => wholeNumber(headers[name] ?? null)).find((number) => number !== undefined);
}
