import { advised, told } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { inTurn } from "../../../util/in-turn.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import { membersOf, type Schemas, typesOf } from "../document/schema-view.ts";
import { type FetchedPages, fetchPages } from "../pagination/fetch-pages.ts";
import { foldedName } from "../pagination/list-page.ts";
import { documentBytes } from "../response/read-body.ts";
import { clip, grouped } from "../response/render-value.ts";
import type { PreparedCall } from "./before-sending.ts";
import { answeredWithError, notSent } from "./call-failures.ts";
import { argumentNamed, type Filled, holdsNothing } from "./named-values.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/** Calls under way at once; how many begin in a second is the rate limit's. */
const AT_ONCE = 4;
/** Bytes of all responses together. */
const MOST_BYTES = 32_000_000;
const MOST_TOLD = 5;
const LONGEST_VALUE = 60;
const LONGEST_REASON = 240;

type AnsweredPages = Extract<FetchedPages, { failure?: never }>;

/** Sends a request and fetches its pages; a refusal where no response came, or one that says that it came to nothing. */
export async function answerTo(
  { operation, checked, request }: PreparedCall,
  pages: number,
  milliseconds: number,
  { services, context }: ToolCall,
): Promise<
  (AnsweredPages & { readonly refusal?: never }) | { readonly refusal: Refusal; readonly status?: number }
> {
  const effect = services.isEffect(operation);
  const sent = await fetchPages(request, {
    operation,
    document: services.document,
    http: services.http,
    mayRetry: !effect,
    // A second page of something that changes things would change them again.
    pages: effect ? 1 : Math.min(pages, services.mostPages),
    milliseconds,
    signal: context.signal,
  });
  if (sent.failure !== undefined) return { refusal: notSent(operation, sent.failure, effect) };
  const { status } = sent.response;
  if (status < 400) return sent;
  return { refusal: answeredWithError(operation, checked, sent.response, services), status };
}

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
type Answered = { readonly value: Json; readonly failure?: never } & AnsweredPages;
type Failed = { readonly value: Json; readonly failure: ToolFailure };

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
): { readonly filled: Filled; readonly many?: ManyValues } {
  const lists = [...filled].flatMap(([written, value]) => {
    const argument = argumentNamed(written, given);
    return Array.isArray(value) && argument !== undefined && takesOne(operation, argument, document.schemas)
      ? [{ written, argument, list: value as readonly Json[] }]
      : [];
  });
  const [meant] = lists;
  if (meant === undefined) return { filled };
  if (lists.length > 1) {
    const names = lists.map((each) => each.written).join(" and ");
    const message = `${names} hold many values each, and calls are made for each value of one. Name one value of the others. Nothing was sent.`;
    throw new Refusal("invalid-arguments", message, { argument: "arguments" });
  }
  const { written, argument, list } = meant;
  const known = list.filter((value) => value !== null);
  const values = [...new Map(known.map((value) => [JSON.stringify(value), value])).values()];
  const [only] = values;
  if (only === undefined) throw holdsNothing(written);
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

/**
 * Calls an operation that only reads once for each of many values, within bounds on their number and the time of all together.
 * @throws Refusal where no call was answered
 */
export async function callEach(
  { many, pages }: Pick<EachCall, "many" | "pages">,
  prepared: readonly (PreparedCall | { readonly failure: ToolFailure })[],
  call: ToolCall,
): Promise<ManyAnswers> {
  const until = performance.now() + call.context.limits.milliseconds;
  const results: (Answered | Failed)[] = [];
  let ended: string | undefined;
  let bytes = 0;
  await inTurn(prepared, AT_ONCE, async (one, at) => {
    const value = many.values[at] as Json;
    if ("failure" in one) {
      results[at] = { value, failure: one.failure };
      return { goOn: true };
    }
    const milliseconds = Math.floor(until - performance.now());
    if (milliseconds <= 0) ended ??= "the time was over";
    if (ended !== undefined) return { goOn: false };
    const answer = await answerTo(one, pages, milliseconds, call);
    if (answer.refusal === undefined) {
      results[at] = { value, ...answer };
      bytes += answer.response.body.length;
      if (bytes > MOST_BYTES) ended ??= "further responses are more than can be kept";
    } else {
      results[at] = { value, failure: answer.refusal.failure };
      ended ??= BEYOND_VALUES[answer.status ?? answer.refusal.failure.code];
    }
    return { goOn: ended === undefined };
  });
  const begun = results.filter((each) => each !== undefined);
  const answered = begun.filter((one) => one.failure === undefined);
  const failed = begun.filter((one) => one.failure !== undefined);
  if (answered.length === 0) throw allFailed(many.argument, failed);
  const more = answered.filter((one) => one.more !== undefined).length;
  const why = ended ?? `one action makes at most ${call.services.mostCalls} calls`;
  return {
    body: joined(many.argument, answered),
    status: answered[0]?.response.status ?? 200,
    calls: answered.length,
    pages: Math.max(...answered.map((one) => one.pages)),
    warnings: failed.length === 0 ? [] : [callsFailed(many.argument, failed, answered.length)],
    notes: [
      ...valuesLeft(many, begun.length, why),
      ...(more === 0 ? [] : [pagesLeft(more, answered.length, pages)]),
    ],
  };
}

/** By status or code, what would come of every other call as well. */
const BEYOND_VALUES: Readonly<Record<string | number, string>> = {
  401: "the server wants other credentials",
  429: "the server asks for patience",
  503: "the server asks for patience",
  "not-permitted": "the server cannot be called so",
  "server-unreachable": "the server cannot be reached",
  "time-limit": "the time was over",
};

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

function allFailed(argument: string, failed: readonly Failed[]): Refusal {
  const [first] = failed;
  if (first === undefined) return new Refusal("time-limit", "The time was over before anything was sent.");
  const { code, message, part, suggestions } = first.failure;
  const isOne = failed.length === 1 || failed.every((each) => each.failure.message === message);
  const all = `All ${failed.length} calls failed. ${eachFailure(argument, failed)}`;
  return new Refusal(code, isOne ? message : all, part, suggestions);
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
  return pagesFinding(pages, ` in ${ofCalls} of the ${calls} calls.`, HIGHER_PAGES);
}

export const HIGHER_PAGES = 'call it again with a higher "pages" where all are needed';

/** What to do about it stands apart: in a team not everybody who reads of the pages has a say in how many are fetched. */
export function pagesFinding(pages: number, where: string, advice: string): Finding {
  const fetched = pages === 1 ? "Only one page was" : `Only ${pages} pages were`;
  return {
    code: "pages-left",
    message: `${fetched} fetched${where}`,
    suggestions: [{ text: advised(advice) }],
  };
}
