import type { HttpClient } from "../http/http-message.ts";
import type { OperationIndex } from "../operation-index.ts";
import { FieldMatcher, type FieldRule } from "./field-matcher.ts";
import { hideInResponse, MOST_SEARCHED_BYTES } from "./hide-in-response.ts";

/** The client as somebody may use it for whom the rules hold: nothing else sees a response before they are applied. */
export function privateHttpClient(
  http: HttpClient,
  rules: readonly FieldRule[],
  operations: OperationIndex,
): HttpClient {
  const matchers = new Map<string, FieldMatcher>();
  const matcherFor = (ids: ReadonlySet<string>): FieldMatcher => {
    const own = rules.filter(({ operation }) => operation === undefined || ids.has(operation));
    const key = own.map((rule) => rules.indexOf(rule)).join();
    const matcher = matchers.get(key) ?? new FieldMatcher(own);
    matchers.set(key, matcher);
    return matcher;
  };
  return {
    ...http,
    async send(request, options) {
      const sent = await http.send(request, options);
      if (sent.failure) return sent;
      const { response } = sent;
      // Another operation's response comes back through a redirect, and through a path whose values lead there.
      const paths = [request.url, response.url].flatMap(pathsOf);
      const reached = operations.all.filter(({ path }) => paths.some((each) => leadsTo(each, path)));
      const matcher = matcherFor(new Set([options.operation.id, ...reached.map(({ id }) => id)]));
      if (matcher.rules.length === 0) return sent;
      if (response.body.length > MOST_SEARCHED_BYTES) {
        const message = `Fields of this API are private, and its answer of ${response.body.length} bytes is too large to be looked through for them.`;
        return { failure: { kind: "too-large", message, maybeSent: true } };
      }
      return { response: hideInResponse(response, matcher) };
    },
    scrub: (text) => http.scrub(text),
    close: () => http.close(),
  };
}

/** As written, and as a server may read it. */
function pathsOf(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { pathname } = new URL(url);
  try {
    const decoded = decodeURIComponent(pathname);
    return [pathname, decoded, new URL(decoded, "http://host").pathname];
  } catch {
    return [pathname];
  }
}

/** Whether the path ends in segments that fit the template: where its server's base path ends is not known after a redirect. */
function leadsTo(path: string, template: string): boolean {
  const segments = path.split("/").filter((each) => each !== "");
  const wanted = template.split("/").filter((each) => each !== "");
  const last = segments.slice(segments.length - wanted.length);
  if (wanted.length === 0 || last.length < wanted.length) return false;
  return wanted.every((each, at) => each.includes("{") || each.toLowerCase() === last[at]?.toLowerCase());
}
