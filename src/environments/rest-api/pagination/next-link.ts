import LinkHeader from "http-link-header";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { HttpRequest } from "../http/http-message.ts";
import type { ListPage } from "./list-page.ts";
import { memberBeside } from "./page-facts.ts";

/** Where the next page is by the server's own word; `elsewhere` for another origin, which is not followed. */
export type NextLink = { readonly url: string } | { readonly elsewhere: true };

const MEMBERS = [
  ...["next", "nextlink", "odatanextlink", "nexturl", "nexturi", "nexthref", "nextpageurl", "nextpagelink"],
  ...["nextpage", "nextrecordsurl"],
];

/** Reads `Link` (RFC 8288) and the usual members of bodies: `next`, `links.next`, `_links.next.href`, `@odata.nextLink`, `links: [{ rel, href }]`. */
export function nextLink(
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
  return memberBeside(page, MEMBERS, (value) => addressIn(value)) ?? fromLinkLists(page);
}

function fromLinkLists({ beside }: ListPage): string | undefined {
  const lists = beside.flatMap(({ links, link, _links }) => [links, link, _links]);
  for (const each of lists.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []))) {
    if (isObject(each) && (each.rel === "next" || each.relation === "next")) return addressIn(each);
  }
  return undefined;
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
  // And without the prefix under which the proxy has them.
  if (target.startsWith("/") && from.pathname.endsWith(url.pathname)) url.pathname = from.pathname;
  url.username = "";
  url.password = "";
  return { url: url.href };
}
