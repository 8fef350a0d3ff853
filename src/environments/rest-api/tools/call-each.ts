import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { Finding, Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import { inTurn } from "../../../util/in-turn.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import { membersOf, type Schemas, typesOf } from "../document/schema-view.ts";
import type { HttpResponse } from "../http/http-message.ts";
import { fetchPages } from "../pagination/fetch-pages.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { documentBytes } from "../response/read-body.ts";
import { clip, grouped } from "../response/render-value.ts";
import { preparedCall, preparedRequest, requestLines, SENT_NOTHING } from "./before-sending.ts";
import { answeredWithError, notSent } from "./call-failures.ts";
import {
  argumentNamed,
  asNamedValue,
  type Filled,
  holdsNothing,
  readNamedValue,
  withValues,
} from "./named-values.ts";
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

/** What came of a call; calls that failed alike have the same `kind`. */
type Result = { readonly value: Json } & (
  | {
      readonly response: HttpResponse;
      readonly pages: number;
      readonly more: boolean;
      readonly failure?: never;
    }
  | { readonly failure: ToolFailure; readonly kind: string }
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
 * Whether a call is meant for each value of a list that was named: where the operation takes the list as it is, it is one call. A list of one value is
 * that value.
 */
export function manyValues(
  operation: Operation,
  given: JsonObject,
  filled: Filled,
  { services: { checker, document } }: ToolCall,
):
  | { readonly filled: Filled; readonly many?: ManyValues; readonly failure?: never }
  | { readonly failure: ToolFailure } {
  const lists = [...filled].flatMap(([written, value]) =>
    Array.isArray(value) ? [{ written, list: value as readonly Json[] }] : [],
  );
  // Of the others one value each: what does not fit then is this list.
  const wanting = lists.filter(({ written, list }) => {
    const first = lists.map((each) => [each.written, each.list[0] ?? null] as const);
    const tried = new Map([...filled, ...first, [written, list as Json]]);
    const checked = checker.check(operation, withValues(given, tried));
    return checked.failure !== undefined || takesOne(operation, list, checked.arguments, document.schemas);
  });
  const [meant] = wanting;
  if (meant === undefined) return { filled };
  if (wanting.length > 1) return { failure: severalLists(wanting.map(({ written }) => written)) };
  const { written, list } = meant;
  const known = list
    .filter((value) => value !== null)
    .map((value) => [JSON.stringify(value), value] as const);
  const values = [...new Map(known).values()];
  const [only] = values;
  if (only === undefined) return { failure: holdsNothing(written) };
  if (values.length === 1) return { filled: new Map([...filled, [written, only]]) };
  return { filled, many: { written, argument: argumentNamed(written, given) ?? "value", values } };
}

/** How documents say that a text holds several. */
const SEVERAL = /comma|separated|delimited/iu;
const NAMED_SEVERAL = /ids$|list$/iu;

/**
 * True where a list was made one text, or put into a path, for an argument of which nothing says that it takes several: `1,2` as an id is accepted by
 * the document and means nothing to the server.
 */
function takesOne(
  { parameters, body }: Operation,
  list: readonly Json[],
  checked: CheckedArguments,
  schemas: Schemas,
): boolean {
  const joined = list.map(String).join(",");
  const sent = isObject(checked.body) ? checked.body : {};
  const members = membersOf(body?.contents[0]?.schema, schemas).list;
  const all = [
    ...parameters.map((each) => ({
      ...each,
      value: checked.parameters[each.name],
      inPath: each.in === "path",
    })),
    ...members.map((each) => ({ ...each, value: sent[each.name], inPath: false })),
  ];
  return all.some(
    ({ name, description, schema, value, inPath }) =>
      (value === joined || (inPath && JSON.stringify(value) === JSON.stringify(list))) &&
      !typesOf(schema, schemas).includes("array") &&
      !NAMED_SEVERAL.test(name) &&
      !SEVERAL.test(`${description} ${isObject(schema) ? String(schema["description"] ?? "") : ""}`),
  );
}

function severalLists(names: readonly string[]): ToolFailure {
  return {
    code: "invalid-arguments",
    message: `${names.join(" and ")} hold many values each, and calls are made for each value of one. Name one value of the others. Nothing was sent.`,
    part: { argument: "arguments" },
    suggestions: [],
  };
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
      ...(await valuesLeft(many, results.length, ended, call)),
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
      results[at] = { value, failure: one.failure, kind: `${UNSENT} ${one.failure.code}` };
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
      principal: context.principal.id,
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
      results[at] = { value, failure, kind: `${failure.code} ${status}` };
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

/** Begins the kind of what was refused before it was sent. */
const UNSENT = "unsent";
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
  // What is wrong whatever the value is stands in one call, too.
  const same = failed.every((each) => each.failure.message === failure.message);
  if (failed.length === 1 || (same && first.kind.startsWith(UNSENT))) return failure;
  const alike = failed.every(({ kind }) => kind === first.kind);
  const message = alike
    ? `All ${failed.length} calls failed alike. ${failure.message}`
    : `All ${failed.length} calls failed. ${eachFailure(argument, failed)}`;
  return { ...failure, message };
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

async function valuesLeft(
  { written, values }: ManyValues,
  begun: number,
  ended: string | undefined,
  call: ToolCall,
): Promise<readonly Finding[]> {
  if (begun >= values.length) return [];
  const { mostCalls } = call.services;
  const why = ended ?? `one action makes at most ${mostCalls} calls`;
  const message = `Called for ${begun} of the ${grouped(values.length)} values of ${written}: ${why}.`;
  const next = await nextOnes(written, values[begun] as Json, call);
  return [{ code: "values-left", message, suggestions: next === undefined ? [] : [next] }];
}

/** The name of the values from `first` on, where one of the ways to write it leads there. */
async function nextOnes(written: string, first: Json, call: ToolCall): Promise<Suggestion | undefined> {
  const named = asNamedValue(written);
  const all = named && (await readNamedValue(named, call)).value;
  if (named === undefined || !Array.isArray(all)) return undefined;
  const at = all.findIndex((each) => JSON.stringify(each) === JSON.stringify(first));
  const range = `[[${at}..${at + call.services.mostCalls - 1}]]`;
  for (const path of [named.path.replace(/(?=\.\w+$)/u, range), `${named.path}${range}`]) {
    const text = `{${named.source}${path}}`;
    const { value = null } = await readNamedValue({ ...named, written: text, path }, call);
    if (JSON.stringify(Array.isArray(value) ? value[0] : value) === JSON.stringify(first))
      return { text: advised(text), reason: "the next" };
  }
  return undefined;
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
