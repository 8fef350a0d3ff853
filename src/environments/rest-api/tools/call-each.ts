import { schemaName } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import { describeResponse } from "../response/describe-response.ts";
import type { MadeCall } from "../rest-api-state.ts";
import { type Answered, answersOf, type Failed } from "./answers-of-many.ts";
import { allFailed, callsFailed, pagesLeft, valuesLeft } from "./findings-of-many.ts";
import { joinAnswers } from "./join-answers.ts";
import { keepBytes } from "./keep-bytes.ts";
import type { ManyValues } from "./many-values.ts";
import type { Filled } from "./named-arguments.ts";
import { preparedCall } from "./prepared-call.ts";
import { observe, type ToolCall, type ToolOutcome } from "./rest-api-tool.ts";
import { preparedRequest, requestLines, SENT_NOTHING } from "./shown-request.ts";

/** One operation that is to be called for many values of an argument. */
export interface EachCall {
  readonly operation: Operation;
  readonly given: JsonObject;
  readonly filled: Filled;
  readonly many: ManyValues;
  /** Of each call. */
  readonly pages: number;
  /** The arguments as they are kept. */
  readonly kept: JsonObject;
}

/**
 * Calls an operation that only reads once for each of many values, and hands back one response: a list of the values with what was answered. A bound
 * on their number, on the time of all together and on how many are under way at once.
 */
export async function callEach(each: EachCall, call: ToolCall): Promise<ToolOutcome> {
  const { operation, many, given, filled } = each;
  const { services } = call;
  const taken = many.values.slice(0, services.mostCalls);
  const prepared = await Promise.all(
    taken.map(async ({ value, at }) => {
      const one = new Map([...filled, [many.written, value]]);
      return { value, at, ...(await preparedCall(operation, given, one, call)) };
    }),
  );
  if (services.rules.dryRun) {
    const [first] = prepared;
    if (first?.failure !== undefined) return { failure: first.failure };
    const requests = prepared.flatMap((one) => (one.failure ? [] : [preparedRequest(one.prepared.request)]));
    const data = { operation: operation.id, request: (requests[0] ?? {}) as unknown as JsonObject };
    return { observation: observe(requests.flatMap(requestLines), data, { notes: [SENT_NOTHING] }) };
  }
  const result = await answersOf(operation, prepared, each.pages, call);
  const { answered, failed } = result;
  if (answered.length === 0) return { failure: allFailed(many.argument, failed) };
  const left = await valuesLeft(each, { ...result, begun: answered.length + failed.length }, call);
  return kept(each, { answered, failed, left }, call);
}

interface Results {
  readonly answered: readonly Answered[];
  readonly failed: readonly Failed[];
  readonly left: readonly Finding[];
}

async function kept(
  { operation, many, pages, kept: args }: EachCall,
  { answered, failed, left }: Results,
  { services, state, context }: ToolCall,
): Promise<ToolOutcome> {
  const { scrub } = services.http;
  const bytes = joinAnswers(many.argument, answered);
  const notFetched = answered.filter(({ more }) => more);
  const made: MadeCall = {
    name: schemaName(`r${state.calls.length + 1}`),
    operation: operation.id,
    arguments: args,
    url: scrub(`${services.server}${operation.path}`),
    status: answered[0]?.response.status ?? 200,
    body: await keepBytes(bytes, "application/json", context),
    pages: Math.max(...answered.map((one) => one.pages)),
    complete: failed.length + left.length + notFetched.length === 0,
    times: answered.length,
  };
  const described = describeResponse({ body: bytes, mediaType: "application/json" });
  const schema = scrub(described.schema);
  const sample = scrub(described.sample);
  const values = answered.length === 1 ? "1 value" : `${answered.length} values`;
  const observation = observe(
    [
      `${made.name} = ${made.operation} for ${values} of ${many.written} (${made.status}): ${scrub(described.summary)}`,
      ...`form: ${schema}`.split("\n"),
      ...`sample: ${sample}`.split("\n"),
    ],
    {
      response: made.name,
      operation: made.operation,
      status: made.status,
      calls: answered.length,
      schema,
      sample,
    },
    {
      warnings: failed.length === 0 ? [] : [callsFailed(many.argument, failed, answered.length)],
      notes: [
        ...left,
        ...(notFetched.length === 0
          ? []
          : [pagesLeft(notFetched.length, answered.length, pages, services.mostPages)]),
      ],
    },
  );
  return { observation, state: { ...state, calls: [...state.calls, made] } };
}
