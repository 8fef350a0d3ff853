import type { HttpRequest } from "./http-message.ts";
import type { RawResponse } from "./http-transport.ts";

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The request that a redirect asks for, as browsers follow it; undefined where the response is none or is to be handed back as it is. */
export function redirected(
  request: HttpRequest,
  { status, headers }: RawResponse,
  { mayRetry }: { readonly mayRetry: boolean },
): HttpRequest | undefined {
  const { location } = headers;
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location, request.url))
    return undefined;
  const target = new URL(location, request.url);
  const sameOrigin = target.origin === new URL(request.url).origin;
  const keepsMethod =
    status === 307 || status === 308 || request.method === "GET" || request.method === "HEAD";
  // What changes something is sent on with its body to nobody else.
  if (keepsMethod && !mayRetry && !sameOrigin) return undefined;
  const headersKept = sameOrigin ? request.headers : withoutPrivate(request.headers);
  if (keepsMethod) return { ...request, url: target.toString(), headers: headersKept };
  const { "content-type": _, ...rest } = headersKept as Readonly<Record<string, string>>;
  return { method: "GET", url: target.toString(), headers: rest };
}

function withoutPrivate(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { authorization: _, cookie: __, ...rest } = headers;
  return rest;
}
