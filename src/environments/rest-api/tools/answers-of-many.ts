import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { inTurn } from "../../../util/in-turn.ts";
import type { Json } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpResponse } from "../http/http-message.ts";
import { fetchPages } from "../pagination/fetch-pages.ts";
import { answeredWithError, notSent } from "./call-failures.ts";
import type { PreparedCall } from "./prepared-call.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/** Calls under way at once; how many begin in a second is the rate limit's. */
const AT_ONCE = 4;
/** Bytes of all responses together. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Begins the kind of what was refused before it was sent. */
export const UNSENT = "unsent";

interface OfValue {
  readonly value: Json;
  /** Its place in the list that was named. */
  readonly at: number;
}

export interface Answered extends OfValue {
  readonly response: HttpResponse;
  readonly pages: number;
  /** Whether pages are left. */
  readonly more: boolean;
}

export interface Failed extends OfValue {
  readonly failure: ToolFailure;
  /** Calls that failed alike have the same. */
  readonly kind: string;
}

export interface Answers {
  /** In the order of the values, as the others. */
  readonly answered: readonly Answered[];
  readonly failed: readonly Failed[];
  /** Why the last ones were not called, where it is not that they were too many. */
  readonly ended?: string;
}

type Prepared = OfValue &
  (
    | { readonly prepared: PreparedCall; readonly failure?: never }
    | { readonly failure: ToolFailure; readonly prepared?: never }
  );

/** Sends what was prepared. A failure that no other value mends lets nothing further be begun. */
export async function answersOf(
  operation: Operation,
  all: readonly Prepared[],
  pages: number,
  { services, context }: ToolCall,
): Promise<Answers> {
  const until = performance.now() + context.limits.milliseconds;
  const answered: Answered[] = [];
  const failed: Failed[] = [];
  let ended: string | undefined;
  let bytes = 0;
  await inTurn(all, AT_ONCE, async (one) => {
    const { value, at } = one;
    if (one.failure !== undefined) {
      failed.push({ value, at, failure: one.failure, kind: `${UNSENT} ${one.failure.code}` });
      return { goOn: true };
    }
    const milliseconds = Math.floor(until - performance.now());
    if (milliseconds <= 0) {
      ended = "the time was over";
      return { goOn: false };
    }
    const { checked, request } = one.prepared;
    const result = await fetchPages(request, {
      operation,
      document: services.document,
      http: services.http,
      principal: context.principal.id,
      mayRetry: true,
      pages: Math.min(pages, services.mostPages),
      milliseconds,
      signal: context.signal,
    });
    const status = result.failure ? "" : String(result.response.status);
    if (result.failure) {
      const failure = notSent(operation, result.failure, false);
      failed.push({ value, at, failure, kind: failure.code });
      ended ??= BEYOND_VALUES[failure.code];
    } else if (result.response.status >= 400) {
      const failure = answeredWithError(operation, checked, result.response, services);
      failed.push({ value, at, failure, kind: `${failure.code} ${status}` });
      ended ??= BEYOND_VALUES[status];
    } else {
      answered.push({
        value,
        at,
        response: result.response,
        pages: result.pages,
        more: result.more !== undefined,
      });
      bytes += result.response.body.length;
      if (bytes > MOST_BYTES) ended ??= "further responses are more than can be kept";
    }
    return { goOn: ended === undefined };
  });
  return {
    answered: answered.toSorted(byPlace),
    failed: failed.toSorted(byPlace),
    ...(ended === undefined ? {} : { ended }),
  };
}

/** By status or code, what would come of every other call as well. */
const BEYOND_VALUES: Readonly<Record<string, string>> = {
  401: "the server wants other credentials",
  429: "the server asks for patience",
  503: "the server asks for patience",
  "not-permitted": "the server cannot be called so",
  "server-unreachable": "the server cannot be reached",
  "time-limit": "the time was over",
};

function byPlace(one: OfValue, other: OfValue): number {
  return one.at - other.at;
}
