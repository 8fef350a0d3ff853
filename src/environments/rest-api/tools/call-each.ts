import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { inTurn } from "../../../util/in-turn.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import { membersOf, type Schemas, typesOf } from "../document/schema-view.ts";
import type { HttpResponse } from "../http/http-message.ts";
import { fetchPages } from "../pagination/fetch-pages.ts";
import { foldedName } from "../pagination/list-page.ts";
import { documentBytes } from "../response/read-body.ts";
import { clip, grouped } from "../response/render-value.ts";
import { preparedCall, preparedRequest, requestLines, SENT_NOTHING } from "./before-sending.ts";
import { answeredWithError, notSent } from "./call-failures.ts";
import { argumentNamed, type Filled, holdsNothing } from "./named-values.ts";
import { observe, type ToolCall, type ToolOutcome } from "./rest-api-tool.ts";

/** Calls under way at once; how many begin in a second is the rate limit's. */
const AT_ONCE = 4;
/** Bytes of all responses together. */
const MOST_BYTES = 32_000_000;
const MOST_TOLD = 5;
const LONGEST_VALUE = 60;
const LONGEST_REASON = 240;

/** Many values for an argument that takes one. */
export interface ManyValues {
  /** The name that they were given by. */
  readonly written: string;
  /** The argument's. */
  readonly argument: string;
  /** Each once; those that are not known are left out. */
  readonly values: readonly Json[];
}

/** One operation that is to be called for many values of an argument. */
export interface EachCall {
  readonly operation: Operation;
  readonly given: JsonObject;
  readonly filled: Filled;
  readonly many: ManyValues;
  /** Of each call. */
  readonly pages: number;
}

/** What came of a call. */
type Result = { readonly value: Json } & (
  | {
      readonly response: HttpResponse;
      readonly pages: number;
      readonly more: boolean;
      readonly failure?: never;
    }
  | { readonly failure: ToolFailure }
);
type Answered = Extract<Result, { response: HttpResponse }>;
type Failed = Extract<Result, { failure: ToolFailure }>;

/** The responses of many calls, as one: a list of the values with what was answered. */
export interface ManyAnswers {
  readonly body: Uint8Array;
  readonly status: number;
  readonly calls: number;
  readonly pages: number;
  /** Calls that failed. */
  readonly warnings: readonly Finding[];
  /** What was not called for, and pages that were not fetched. */
  readonly notes: readonly Finding[];
}

/**
 * Whether a call is meant for each value of a list that was named: where the argument takes several values, it is one call. A list of one value is
 * that value.
 */
export function manyValues(
  operation: Operation,
  given: JsonObject,
  filled: Filled,
  { services: { document } }: ToolCall,
):
  | { readonly filled: Filled; readonly many?: ManyValues; readonly failure?: never }
  | { readonly failure: ToolFailure } {
  const lists = [...filled].flatMap(([written, value]) => {
    const argument = argumentNamed(written, given);
    if (!Array.isArray(value) || argument === undefined) return [];
    return takesOne(operation, argument, document.schemas)
      ? [{ written, argument, list: value as readonly Json[] }]
      : [];
  });
  const [meant] = lists;
  if (meant === undefined) return { filled };
  if (lists.length > 1) {
    const names = lists.map((each) => each.written).join(" and ");
    const message = `${names} hold many values each, and calls are made for each value of one. Name one value of the others. Nothing was sent.`;
    const part = { argument: "arguments" };
    return { failure: { code: "invalid-arguments", message, part, suggestions: [] } };
  }
  const { written, argument, list } = meant;
  const known = list.filter((value) => value !== null);
  const values = [...new Map(known.map((value) => [JSON.stringify(value), value])).values()];
  const [only] = values;
  if (only === undefined) return { failure: holdsNothing(written) };
  if (values.length === 1) return { filled: new Map([...filled, [written, only]]) };
  return { filled, many: { written, argument, values } };
}

/** How documents say that a text holds several. */
const SEVERAL = /comma|separated|delimited/iu;
const NAMED_SEVERAL = /ids$|list$/iu;

/** True for an argument of the operation of which nothing says that it takes several values. */
function takesOne({ parameters, body }: Operation, argument: string, schemas: Schemas): boolean {
  const all = [...parameters, ...membersOf(body?.contents[0]?.schema, schemas).list];
  const found = all.find(({ name }) => foldedName(name) === foldedName(argument));
  if (found === undefined || NAMED_SEVERAL.test(argument)) return false;
  const types = typesOf(found.schema, schemas);
  const about = isObject(found.schema) ? String(found.schema["description"] ?? "") : "";
  const isPart = "in" in found && found.in === "path";
  return (
    (types.length > 0 || isPart) && !types.includes("array") && !SEVERAL.test(`${found.description} ${about}`)
  );
}

/** Calls an operation that only reads once for each of many values, within bounds on their number and the time of all together. */
export async function callEach(
  each: EachCall,
  call: ToolCall,
): Promise<
  ManyAnswers | Extract<ToolOutcome, { failure: ToolFailure }> | Extract<ToolOutcome, { observation: object }>
> {
  const { operation, many, given, filled } = each;
  const taken = many.values.slice(0, call.services.mostCalls);
  const prepared = await Promise.all(
    taken.map((value) => preparedCall(operation, given, new Map([...filled, [many.written, value]]), call)),
  );
  if (call.services.rules.dryRun) {
    if (prepared[0]?.failure !== undefined) return { failure: prepared[0].failure };
    const requests = prepared.flatMap((one) => (one.failure ? [] : [preparedRequest(one.prepared.request)]));
    const data = { operation: operation.id, request: (requests[0] ?? {}) as unknown as JsonObject };
    return { observation: observe(requests.flatMap(requestLines), data, { notes: [SENT_NOTHING] }) };
  }
  const { results, ended } = await resultsOf(each, prepared, call);
  const answered = results.filter((one): one is Answered => one.failure === undefined);
  const failed = results.filter((one): one is Failed => one.failure !== undefined);
  if (answered.length === 0) return { failure: allFailed(many.argument, failed) };
  const more = answered.filter((one) => one.more).length;
  return {
    body: joined(many.argument, answered),
    status: answered[0]?.response.status ?? 200,
    calls: answered.length,
    pages: Math.max(...answered.map(({ pages }) => pages)),
    warnings: failed.length === 0 ? [] : [callsFailed(many.argument, failed, answered.length)],
    notes: [
      ...valuesLeft(
        many,
        results.length,
        ended ?? `one action makes at most ${call.services.mostCalls} calls`,
      ),
      ...(more === 0 ? [] : [pagesLeft(more, answered.length, each.pages)]),
    ],
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

/** In the order of the values. A failure that no other value mends lets nothing further be begun. */
async function resultsOf(
  { operation, many, pages }: EachCall,
  calls: readonly Awaited<ReturnType<typeof preparedCall>>[],
  { services, context }: ToolCall,
): Promise<{ readonly results: readonly Result[]; readonly ended: string | undefined }> {
  const until = performance.now() + context.limits.milliseconds;
  const results: Result[] = [];
  let ended: string | undefined;
  let bytes = 0;
  await inTurn(calls, AT_ONCE, async (one, at) => {
    const value = many.values[at] as Json;
    if (one.failure !== undefined) {
      results[at] = { value, failure: one.failure };
      return { goOn: true };
    }
    const { checked, request } = one.prepared;
    const milliseconds = Math.floor(until - performance.now());
    if (milliseconds <= 0) ended ??= "the time was over";
    if (ended !== undefined) return { goOn: false };
    const sent = await fetchPages(request, {
      operation,
      document: services.document,
      http: services.http,

      mayRetry: true,
      pages: Math.min(pages, services.mostPages),
      milliseconds,
      signal: context.signal,
    });
    if (sent.failure !== undefined || sent.response.status >= 400) {
      const failure =
        sent.failure === undefined
          ? answeredWithError(operation, checked, sent.response, services)
          : notSent(operation, sent.failure, false);
      const status = sent.failure === undefined ? String(sent.response.status) : failure.code;
      results[at] = { value, failure };
      ended ??= BEYOND_VALUES[status];
    } else {
      results[at] = { value, response: sent.response, pages: sent.pages, more: sent.more !== undefined };
      bytes += sent.response.body.length;
      if (bytes > MOST_BYTES) ended ??= "further responses are more than can be kept";
    }
    return { goOn: ended === undefined };
  });
  return { results: results.filter((each) => each !== undefined), ended };
}

const RESPONSE = "response";

/** One list of objects: the value by the argument's name, and the response to it. Texts are put together as they came. */
function joined(argument: string, answered: readonly Answered[]): Uint8Array {
  const name = JSON.stringify(argument === RESPONSE ? "value" : argument);
  const items = answered.map(({ value, response: { body, headers } }) => {
    const text = Buffer.from(documentBytes(body, headers["content-type"])).toString("utf8");
    return `{${name}:${JSON.stringify(value)},"${RESPONSE}":${text}}`;
  });
  return Buffer.from(`[${items.join(",")}]`);
}

function allFailed(argument: string, failed: readonly Failed[]): ToolFailure {
  const [first] = failed;
  if (first === undefined)
    return { code: "time-limit", message: "The time was over before anything was sent.", suggestions: [] };
  const { failure } = first;
  const same = failed.every((each) => each.failure.message === failure.message);
  if (failed.length === 1 || same) return failure;
  return { ...failure, message: `All ${failed.length} calls failed. ${eachFailure(argument, failed)}` };
}

function callsFailed(argument: string, failed: readonly Failed[], others: number): Finding {
  const message = `${failed.length} of the ${failed.length + others} calls failed. ${eachFailure(argument, failed)}`;
  return { code: "calls-failed", message, suggestions: [] };
}

function eachFailure(argument: string, failed: readonly Failed[]): string {
  const shown = failed.slice(0, MOST_TOLD).map(({ value, failure }) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${argument} ${told(clip(text, LONGEST_VALUE))}: ${clip(failure.message, LONGEST_REASON)}`;
  });
  const more = failed.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}

function valuesLeft({ written, values }: ManyValues, begun: number, why: string): readonly Finding[] {
  if (begun >= values.length) return [];
  const message = `Called for ${begun} of the ${grouped(values.length)} values of ${written}: ${why}.`;
  return [{ code: "values-left", message, suggestions: [] }];
}

function pagesLeft(ofCalls: number, calls: number, pages: number): Finding {
  const fetched = pages === 1 ? "Only one page was" : `Only ${pages} pages were`;
  const text = advised('call it again with a higher "pages" where all are needed');
  return {
    code: "pages-left",
    message: `${fetched} fetched in ${ofCalls} of the ${calls} calls.`,
    suggestions: [{ text }],
  };
}
