import type { HttpRequest } from "./http-message.ts";
import type { RawResponse } from "./http-transport.ts";

export interface RedirectRules {
  readonly mayRetry: boolean;
  readonly isSecret: (text: string) => boolean;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** What another origin is told about the caller. */
const TOLD_TO_OTHERS: readonly string[] = ["accept", "accept-language", "content-type", "user-agent"];

/** The request that a redirect asks for, as browsers follow it; undefined where the response is none or is to be handed back as it is. */
export function redirected(
  request: HttpRequest,
  { status, headers }: Pick<RawResponse, "status" | "headers">,
  { mayRetry, isSecret }: RedirectRules,
): HttpRequest | undefined {
  const { location } = headers;
  // It may have been done already, whatever the server says: no effect is sent twice.
  if (!mayRetry) return undefined;
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location, request.url))
    return undefined;
  const target = new URL(location, request.url);
  target.username = "";
  target.password = "";
  const sameOrigin = target.origin === new URL(request.url).origin;
  const reads = request.method === "GET" || request.method === "HEAD";
  const becomesGet = !reads && (status === 303 || (status < 303 && request.method === "POST"));
  if (!sameOrigin) {
    // Servers repeat the query that they were called with, credentials and all.
    for (const [name, value] of [...target.searchParams]) {
      if (isSecret(value)) target.searchParams.delete(name, value);
    }
    if (isSecret(target.href)) return undefined;
  }
  const kept = Object.entries(request.headers).filter(
    ([name]) =>
      (sameOrigin || TOLD_TO_OTHERS.includes(name.toLowerCase())) &&
      !(becomesGet && name.toLowerCase() === "content-type"),
  );
  const next = { url: target.href, headers: Object.fromEntries(kept) };
  return becomesGet ? { method: "GET", ...next } : { ...request, ...next };
}
