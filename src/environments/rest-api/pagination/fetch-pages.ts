import type { HttpClient, HttpFailure, HttpRequest, HttpResponse } from "../../http/http-message.ts";
import type { ApiDocument, Operation } from "../document/api-document.ts";
import { joinPages, type ListPage, listPage, whatIsLeft } from "./list-page.ts";
import { nextPage } from "./next-page.ts";

interface FetchPagesOptions {
  readonly operation: Operation;
  readonly document: ApiDocument;
  readonly http: Pick<HttpClient, "send">;
  readonly mayRetry: boolean;
  /** Maximum number of pages. */
  readonly pages: number;
  /** For all pages together. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

export type FetchedPages =
  | {
      /** The first page's, with the items of all pages in its body. */
      readonly response: HttpResponse;
      readonly pages: number;
      /** Path of the list whose pages were joined: `results`. Empty if the whole response is the list. */
      readonly list?: string;
      /** Describes a partial result ("page 1 of 36, 20 of 711 items at results"). Undefined if it is complete. */
      readonly more?: string;
      readonly failure?: never;
    }
  | { readonly failure: HttpFailure; readonly response?: never };

/** Bytes of all pages together. */
const MOST_BYTES = 32_000_000;
/** Statuses by which servers say that a page number is past the end. */
const NO_SUCH_PAGE: readonly number[] = [400, 404, 410, 416, 422];

/** Sends a request and fetches the pages after it. A failed page ends the list there, which `more` reports. */
export async function fetchPages(request: HttpRequest, options: FetchPagesOptions): Promise<FetchedPages> {
  const { operation, http, mayRetry, milliseconds, signal } = options;
  const until = performance.now() + milliseconds;
  const sent = await http.send(request, { operation, mayRetry, milliseconds, signal });
  if (sent.failure) return { failure: sent.failure };
  const { response } = sent;
  // An effect is sent once, and its response is no list.
  if (!mayRetry || response.status >= 300) return { response, pages: 1 };
  const first = listPage(response);
  if (first === undefined) {
    const next = nextPage(request, response, undefined, options);
    return {
      response,
      pages: 1,
      ...(next === undefined ? {} : { more: `there is more, but ${next.outOfReach}` }),
    };
  }
  const { pages, more } = await furtherPages({ request, response, first, until }, options);
  return {
    response: pages.length === 1 ? response : { ...response, body: joinPages(pages) },
    pages: pages.length,
    list: first.path.join("."),
    ...(more === undefined ? {} : { more }),
  };
}

interface Beginning {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly first: ListPage;
  readonly until: number;
}

async function furtherPages(
  { request, response, first, until }: Beginning,
  options: FetchPagesOptions,
): Promise<{ readonly pages: [ListPage, ...ListPage[]]; readonly more?: string }> {
  const pages: [ListPage, ...ListPage[]] = [first];
  const left = (why = ""): { pages: [ListPage, ...ListPage[]]; more: string } => ({
    pages,
    more: `${why === "" ? "" : `${why}; `}${whatIsLeft(pages)}`,
  });
  const asked = new Set([keyOf(request)]);
  let bytes = first.bytes;
  let at = { request, response, page: first };
  // Empty pages may have a next one, so requests are counted instead of pages.
  for (let sent = 1; ; sent++) {
    const next = nextPage(at.request, at.response, at.page, { ...options, ...longest(pages.slice(0, -1)) });
    if (next === undefined) return { pages };
    if (next.outOfReach !== undefined) return left(next.outOfReach);
    // If the server leads back to a page already fetched, there are no more.
    if (asked.has(keyOf(next.request))) return { pages };
    if (sent >= options.pages) return next.chance === "possible" ? { pages } : left();
    asked.add(keyOf(next.request));
    const milliseconds = Math.floor(until - performance.now());
    if (milliseconds <= 0) return left("the time was over");
    const answer = await options.http.send(next.request, { ...options, milliseconds });
    if (answer.failure) return left(`the next page failed (${answer.failure.message})`);
    const { status } = answer.response;
    if (status >= 300) {
      const beyond = next.chance !== "sure" && NO_SUCH_PAGE.includes(status);
      return beyond ? { pages } : left(`the next page was answered with ${status}`);
    }
    const page = listPage(answer.response, first.path);
    if (page === undefined) return left("the next page has another form");
    if (sameItems(page, at.page)) {
      return next.chance === "sure" ? left("the server gave the same page again") : { pages };
    }
    bytes += page.bytes;
    if (bytes > MOST_BYTES) return left("further pages are more than can be kept");
    if (page.items.length > 0) pages.push(page);
    at = { request: next.request, response: answer.response, page };
  }
}

function longest(pages: readonly ListPage[]): { readonly longest?: number } {
  return pages.length === 0 ? {} : { longest: Math.max(...pages.map(({ items }) => items.length)) };
}

function keyOf({ url, body }: HttpRequest): string {
  return `${url}\n${body?.kind === "text" ? body.text : ""}`;
}

function sameItems({ items }: ListPage, { items: others }: ListPage): boolean {
  return (
    items.length > 0 && items.length === others.length && JSON.stringify(items) === JSON.stringify(others)
  );
}
