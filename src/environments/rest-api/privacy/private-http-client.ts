import { say, written } from "../../../environment/egress/marks.ts";
import { MASKED_TEXT } from "../../../environment/privacy-rules.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { HttpClient, HttpResponse } from "../../http/http-message.ts";
import type { Operation } from "../document/api-document.ts";
import type { OperationIndex } from "../operation-index.ts";
import type { ArgumentChecker, CheckedArguments } from "../request/argument-checker.ts";
import { readBody } from "../response/read-body.ts";
import { FieldMatcher, type FieldRule, type FieldState } from "./field-matcher.ts";
import { namesHidden } from "./hide-in-document.ts";

/** Deeper values are not walked into. */
const DEEPEST = 1000;

/** Removes denied fields and replaces masked values by `***`, except null. Undefined if the value is too deeply nested. */
function hideInValue(value: Json, matcher: FieldMatcher): Json | undefined {
  try {
    return hidden(value, matcher, matcher.start, 0);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

class TooDeep extends Error {}

function hidden(value: Json, matcher: FieldMatcher, state: FieldState, depth: number): Json {
  if (depth > DEEPEST) throw new TooDeep();
  if (Array.isArray(value)) return value.map((each: Json) => hidden(each, matcher, state, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const { does, next } = matcher.step(state, name);
      if (does === "deny") return [];
      if (does === "mask") return [[name, member === null ? null : MASKED_TEXT]];
      return [[name, hidden(member as Json, matcher, next, depth + 1)]];
    }),
  );
}

/** Larger bodies are not searched. */
const MOST_SEARCHED_BYTES = 64 * 1024 * 1024;

const WITHHELD =
  "Withheld: fields of this API are private, and they can be told only in JSON, lines of JSON and CSV.";

/** Hides fields in a response. A body in which fields cannot be recognised is withheld as a whole. */
function hideInResponse(response: HttpResponse, matcher: FieldMatcher): HttpResponse {
  const read = readBody(response.body, response.headers["content-type"]);
  if (read.kind === "empty") return response;
  if (!("value" in read)) return withBody(response, WITHHELD, "text/plain; charset=utf-8");

  const shown = hideInValue(read.value, matcher);
  return shown === undefined
    ? withBody(response, WITHHELD, "text/plain; charset=utf-8")
    : withBody(response, JSON.stringify(shown), "application/json");
}

function withBody(response: HttpResponse, text: string, type: string): HttpResponse {
  return {
    ...response,
    headers: { ...response.headers, "content-type": type },
    body: new TextEncoder().encode(text),
  };
}

/** A client that applies the privacy rules to each response before any other code sees it. */
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
      // A redirect, or values in the path, may lead to another operation, whose rules then apply.
      const paths = [request.url, response.url].flatMap(pathsOf);
      const reached = operations.all.filter(({ path }) => paths.some((each) => leadsTo(each, path)));
      const matcher = matcherFor(new Set([options.operation, ...reached].flatMap((each) => each?.id ?? [])));
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

/** The path as written, and decoded as a server may do. */
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

/** Whether the last segments of the path fit the template. After a redirect the length of the base path is unknown. */
function leadsTo(path: string, template: string): boolean {
  const segments = path.split("/").filter((each) => each !== "");
  const wanted = template.split("/").filter((each) => each !== "");
  const last = segments.slice(segments.length - wanted.length);
  if (wanted.length === 0 || last.length < wanted.length) return false;
  return wanted.every((each, at) => each.includes("{") || each.toLowerCase() === last[at]?.toLowerCase());
}

/** Refuses reading requests that name a hidden field: sorting, filtering or selecting by it would disclose its values. */
export function privateChecker(
  checker: ArgumentChecker,
  rules: readonly FieldRule[],
  isEffect: (operation: Operation) => boolean,
): ArgumentChecker {
  return {
    ...checker,
    check(operation, given) {
      const checked = checker.check(operation, given);
      if (isEffect(operation)) return checked;
      const own = rules.filter((rule) => rule.operation === undefined || rule.operation === operation.id);
      const found = naming(operation, checked, own);
      if (found === undefined) return checked;
      const message = say`"${written(found)}" names a field by which nothing can be looked for here. Leave it out, and look through what comes back.`;
      throw new Refusal("not-permitted", message, { argument: found });
    },
  };
}

/** The first argument that names a hidden field. Values in the path are not checked: they name no fields. */
function naming(
  operation: Operation,
  { parameters, body }: CheckedArguments,
  rules: readonly FieldRule[],
): string | undefined {
  const inPath = new Set(operation.parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const sent = Object.entries(parameters).filter(([name]) => !inPath.has(name));
  const all = [...sent, ...(body === undefined ? [] : [["body", body] as const])];
  return all.find(([name, value]) => namesHidden(`${name} ${JSON.stringify(value)}`, rules))?.[0];
}
