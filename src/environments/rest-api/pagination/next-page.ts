import type { ApiDocument, Operation } from "../document/api-document.ts";
import type { HttpRequest, HttpResponse } from "../http/http-message.ts";
import type { ListPage } from "./list-page.ts";
import { afterLastItem, nextCursor } from "./next-cursor.ts";
import { nextLink } from "./next-link.ts";
import { type Chance, nextNumber } from "./next-number.ts";
import { pageArguments } from "./page-arguments.ts";
import { pageFacts } from "./page-facts.ts";

export type NextPage =
  | { readonly request: HttpRequest; readonly chance: Chance; readonly outOfReach?: never }
  /** More is there, and why it cannot be fetched. */
  | { readonly outOfReach: string; readonly request?: never; readonly chance?: never };

export interface NextPageOptions {
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
  if (facts.more === false && page.length === 0) return undefined;
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
