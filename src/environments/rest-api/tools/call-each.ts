import { keepBytes } from "../../../environment/artifact-content.ts";
import {
  joined,
  type Marked,
  ownText,
  redacted,
  say,
  schemaName,
  written,
} from "../../../environment/egress/marks.ts";
import { orFailure, Refusal } from "../../../environment/refusal.ts";
import type { MarkedFailure, MarkedFinding } from "../../../environment/tool-failure.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { inTurn } from "../../../util/turns.ts";
import type { Operation } from "../document/api-document.ts";
import { membersOf, type Schemas, typesOf } from "../document/schema-view.ts";
import { foldedName } from "../pagination/list-page.ts";
import { describeResponse } from "../response/describe-response.ts";
import { documentBytes } from "../response/read-body.ts";
import { clip, grouped } from "../response/render-value.ts";
import { keptArguments, onlyShown, preparedCall } from "./before-sending.ts";
import { argumentNamed, type Filled, holdsNothing } from "./named-values.ts";
import type { ToolCall, ToolOutcome } from "./rest-api-tool.ts";
import {
  type AnsweredPages,
  answerTo,
  HIGHER_PAGES,
  namedCall,
  pagesFinding,
  shownCall,
} from "./send-call.ts";

/** Concurrent calls. The rate limit decides how many begin per second. */
const AT_ONCE = 4;
/** Maximum calls of one action. */
const MOST_CALLS = 50;
/** Bytes of all responses together. */
const MOST_BYTES = 32_000_000;
/** Failed values that are named. */
const MOST_NAMED = 5;
const LONGEST_VALUE = 60;

/** Many values for an argument that takes one. */
interface ManyValues {
  /** The value's name as written in the argument. */
  readonly written: string;
  /** The argument's name. */
  readonly argument: string;
  /** Distinct values, without null. */
  readonly values: readonly Json[];
}

/**
 * Decides whether a named list means one call for each value. If the argument takes several values, it is one call. A list of one value is
 * replaced by the value.
 */
export function manyValues(
  operation: Operation,
  given: JsonObject,
  filled: Filled,
  { services: { document } }: ToolCall,
): { readonly filled: Filled; readonly many?: ManyValues } {
  const lists = [...filled].flatMap(([named, value]) => {
    const argument = argumentNamed(named, given);
    return Array.isArray(value) && argument !== undefined && takesOne(operation, argument, document.schemas)
      ? [{ written: named, argument, list: value as readonly Json[] }]
      : [];
  });
  const [meant] = lists;
  if (meant === undefined) return { filled };
  if (lists.length > 1) {
    const names = joined(
      lists.map((each) => written(each.written)),
      " and ",
    );
    const message = say`${names} hold many values each, and calls are made for each value of one. Name one value of the others. Nothing was sent.`;
    throw new Refusal("invalid-arguments", message, { argument: "arguments" });
  }
  const { written: named, argument, list } = meant;
  const known = list.filter((value) => value !== null);
  const values = [...new Map(known.map((value) => [JSON.stringify(value), value])).values()];
  const [only] = values;
  if (only === undefined) throw holdsNothing(named);
  if (values.length === 1) return { filled: new Map([...filled, [named, only]]) };
  return { filled, many: { written: named, argument, values } };
}

/** Words by which descriptions say that a text contains several values. */
const SEVERAL = /comma|separated|delimited/iu;
const NAMED_SEVERAL = /ids$|list$/iu;

/** True for an argument that nothing in the document declares to take several values. */
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

/** One operation that is to be called for many values of an argument. */
interface EachCall {
  readonly operation: Operation;
  readonly given: JsonObject;
  readonly filled: Filled;
  readonly many: ManyValues;
  /** Maximum pages of each call. */
  readonly pages: number;
}

interface Answered extends AnsweredPages {
  readonly value: Json;
  readonly failure?: never;
}
interface Failed {
  readonly value: Json;
  readonly failure: MarkedFailure;
}

/** Statuses that every further call would be answered with, too. */
const FOR_ALL: readonly (number | undefined)[] = [401, 429, 503];

/**
 * Calls a reading operation once for each of many values and keeps the responses as one. A failure for one value ends no other call; a failure that
 * further calls would share, and the limits on time and bytes, begin no more.
 *
 * @throws Refusal if no call was answered
 */
export async function calledForEach(each: EachCall, call: ToolCall): Promise<ToolOutcome> {
  const { operation, given, filled, many, pages } = each;
  const prepared = await Promise.all(
    many.values.slice(0, MOST_CALLS).map((value) => {
      const own = new Map([...filled, [many.written, value]]);
      return orFailure(() => preparedCall(operation, given, own, call));
    }),
  );
  if (call.services.rules.dryRun) {
    const [first] = prepared;
    if (first !== undefined && "failure" in first) return first;
    const requests = prepared.flatMap((one) => ("failure" in one ? [] : [one.request]));
    return onlyShown(operation, requests);
  }
  const until = performance.now() + call.context.limits.milliseconds;
  const results: (Answered | Failed)[] = [];
  let ended: Marked | undefined;
  let bytes = 0;
  await inTurn(prepared, AT_ONCE, async (one, at) => {
    const value = many.values[at] as Json;
    const milliseconds = Math.floor(until - performance.now());
    if ("failure" in one) results[at] = { value, failure: one.failure };
    else if (milliseconds <= 0) ended ??= say`the time was over`;
    else {
      const answer = await answerTo(one, pages, milliseconds, call);
      if (answer.refusal === undefined) {
        results[at] = { value, ...answer };
        bytes += answer.response.body.length;
        if (bytes > MOST_BYTES) ended ??= say`further responses are more than can be kept`;
      } else {
        const { failure } = answer.refusal;
        results[at] = { value, failure };
        if (failure.code !== "response-error" || FOR_ALL.includes(answer.status))
          ended ??= say`further calls would fail as well`;
      }
    }
    return { continues: ended === undefined };
  });
  return keptAsOne(
    each,
    results.filter(Boolean),
    ended ?? say`one action makes at most ${MOST_CALLS} calls`,
    call,
  );
}

/** Keeps the responses as one list. `why`: the reason why not all values were called for, if so. */
async function keptAsOne(
  { operation, given, many, pages }: EachCall,
  results: readonly (Answered | Failed)[],
  why: Marked,
  call: ToolCall,
): Promise<ToolOutcome> {
  const answered = results.filter((one) => one.failure === undefined);
  const failed = results.filter((one) => one.failure !== undefined);
  const [first] = answered;
  if (first === undefined) throw allFailed(failed);
  const body = oneList(many.argument, answered);
  const partial = answered.filter(({ more }) => more !== undefined).length;
  const { values } = many;
  const left = say`Called for ${results.length} of the ${ownText(grouped(values.length))} values of ${written(many.written)}: ${why}.`;
  const notes: readonly MarkedFinding[] = [
    ...(results.length < values.length
      ? [{ code: "values-left" as const, message: left, suggestions: [] }]
      : []),
    ...(partial === 0
      ? []
      : [pagesFinding(pages, say` in ${partial} of the ${answered.length} calls.`, HIGHER_PAGES)]),
  ];
  const made = {
    operation: operation.id,
    arguments: keptArguments(given),
    url: `${call.services.server}${operation.path}`,
    status: first.response.status,
    body: await keepBytes(body, "application/json", call.context),
    pages: Math.max(...answered.map((one) => one.pages)),
    complete: failed.length + notes.length === 0,
    times: answered.length,
  };
  const called = made.times === 1 ? say`1 value` : say`${made.times} values`;
  return shownCall(
    namedCall(made, call),
    say`for ${called} of ${written(many.written)} (${made.status})`,
    describeResponse({ body, mediaType: "application/json" }),
    { warnings: callsFailed(many.argument, failed, results.length), notes },
    call,
  );
}

const RESPONSE = "response";

/** A JSON list of objects, each with the value under the argument's name, and its response. JSON texts are joined without parsing. */
function oneList(argument: string, answered: readonly Answered[]): Uint8Array {
  const name = JSON.stringify(argument === RESPONSE ? "value" : argument);
  const items = answered.map(({ value, response: { body, headers } }) => {
    const text = Buffer.from(documentBytes(body, headers["content-type"])).toString("utf8");
    return `{${name}:${JSON.stringify(value)},"${RESPONSE}":${text}}`;
  });
  return Buffer.from(`[${items.join(",")}]`);
}

/** The first failure stands for all. */
function allFailed(failed: readonly Failed[]): Refusal {
  const [first] = failed;
  if (first === undefined) return new Refusal("time-limit", say`The time was over before anything was sent.`);
  const { code, message, part, suggestions } = first.failure;
  const all = failed.length === 1 ? "" : say` All ${failed.length} calls failed.`;
  return new Refusal(code, say`${message}${all}`, part, suggestions);
}

function callsFailed(argument: string, failed: readonly Failed[], calls: number): readonly MarkedFinding[] {
  const [first] = failed;
  if (first === undefined) return [];
  const named = failed.slice(0, MOST_NAMED).map(({ value }) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return redacted(clip(text, LONGEST_VALUE));
  });
  const values = joined([...named, ...(failed.length > MOST_NAMED ? [say`…`] : [])], ", ");
  const message = say`${failed.length} of the ${calls} calls failed (${schemaName(argument)} ${values}). The first: ${first.failure.message}`;
  return [{ code: "calls-failed", message, suggestions: [] }];
}
