import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import { TOTAL } from "../response/count-items.ts";
import type { ListPage } from "./list-page.ts";

/** What a server says about the page that it gave. */
export interface PageFacts {
  /** Items in all. */
  readonly total?: number;
  /** Pages in all. */
  readonly pages?: number;
  /** The page's number, from the server's own first number on. */
  readonly page?: number;
  /** Index of the page's first item. */
  readonly offset?: number;
  /** Items of a full page. */
  readonly size?: number;
  /** Whether more follows, where the server says it. */
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

/** The first member by one of some names (folded: letters and digits only, lower case) with a value that will do. */
export function memberBeside<T>(
  { beside }: Pick<ListPage, "beside">,
  names: readonly string[],
  read: (value: Json, folded: string) => T | undefined,
): T | undefined {
  for (const object of beside) {
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
  const counts = page.beside.flatMap((object) =>
    Object.entries(object).flatMap(([key, value = null]) => {
      const count = wholeNumber(isObject(value) ? value.value : value);
      return TOTAL.test(key) && count !== undefined ? [{ key, count }] : [];
    }),
  );
  // A `count` alone is often only that of the page.
  const said = counts.find(({ key }) => /total|num|size/iu.test(key)) ?? counts[0];
  return said !== undefined && said.count >= page.length ? said.count : undefined;
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

function wholeNumber(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/u.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
