import { z } from "zod";
import { fitsWorkspace } from "../../../environment/bounds.ts";
import { schemaName } from "../../../environment/egress/egress-scope.ts";
import { orFailure } from "../../../environment/refusal.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { JsonObject } from "../../../util/json.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import { describeResponse } from "../response/describe-response.ts";
import type { MadeCall } from "../rest-api-state.ts";
import { argumentsOf, keptArguments, onlyShown, type PreparedCall, preparedCall } from "./before-sending.ts";
import { answerTo, callEach, type EachCall, HIGHER_PAGES, manyValues, pagesFinding } from "./call-each.ts";
import { effectRedirected, sentButUnkept } from "./call-failures.ts";
import { filledArguments } from "./named-values.ts";
import type { ToolOutcome } from "./rest-api-tool.ts";
import { defineTool, keepBytes, observe, operationNamed, type ToolCall } from "./rest-api-tool.ts";

export const callOperation = defineTool({
  name: "call_operation",
  description:
    "Calls an operation. `arguments` by name, those of path, query and body beside each other. `pages`: how many pages of a list to fetch (1). A value that was received is named, {e1.id}; of many values each makes a call. The response is kept whole as r1, r2, …; its form and a sample are shown.",
  group: "functional",
  adds: true,
  essential: true,
  effect: "by-action",
  takesReferences: true,
  input: z.strictObject({
    operation: z.string().min(1),
    arguments: z.record(z.string(), z.unknown()).optional(),
    pages: z.int().min(1).optional(),
  }),
  output: z.object({
    response: z.string().optional(),
    operation: z.string(),
    status: z.int().optional(),
    calls: z.int().optional(),
    schema: z.string().optional(),
    sample: z.string().optional(),
    request: z.record(z.string(), z.unknown()).optional(),
  }),
  async run(given, call): Promise<ToolOutcome> {
    const { operation, values } = operationNamed(given.operation, call.services);
    const written = { ...values, ...(given.arguments as JsonObject | undefined) };
    const named = await filledArguments(operation, written, call);
    const { filled, many } = manyValues(operation, written, named, call);
    const pages = given.pages ?? 1;
    if (many !== undefined) return calledForEach({ operation, given: written, filled, many, pages }, call);
    const ready = await preparedCall(operation, written, filled, call);
    if (call.services.rules.dryRun) return onlyShown(operation, [ready.request]);
    // Where a value was named, it is kept by its name: what is kept was written by whoever called.
    const kept = keptArguments(filled.size === 0 ? argumentsOf(ready.checked) : written);
    return calledOnce(ready, kept, pages, call);
  },
});

async function calledOnce(
  ready: PreparedCall,
  kept: JsonObject,
  mostPages: number,
  call: ToolCall,
): Promise<ToolOutcome> {
  const { services, context, state } = call;
  const { operation } = ready;
  const effect = services.isEffect(operation);
  const answer = await answerTo(ready, mostPages, context.limits.milliseconds, call);
  if (answer.refusal !== undefined) throw answer.refusal;
  const { response, pages, more, list = "" } = answer;
  const elsewhere = effect ? effectRedirected(operation, response, services) : undefined;
  const unkept = (why: string) => sentButUnkept(operation.id, response.status, why);
  let body: MadeCall["body"];
  try {
    body = await keepBytes(response.body, response.headers["content-type"] ?? "", context);
  } catch (error) {
    if (!effect || !FuxiError.isInstance(error)) throw error;
    throw unkept("its response is more than can be kept");
  }
  const made: MadeCall = {
    name: schemaName(`r${state.calls.length + 1}`),
    operation: operation.id,
    arguments: kept,
    url: services.http.scrub(response.url),
    status: response.status,
    body,
    pages,
    complete: more === undefined,
  };
  if (effect && !fitsWorkspace({ ...state, calls: [...state.calls, made] }))
    throw unkept("the workspace would grow over its limit");
  const described = describeResponse({ body: response.body, mediaType: body.mediaType });
  const joined = pages > 1 ? `, ${pages} pages joined${list === "" ? "" : ` at ${list}`}` : "";
  const advice =
    pages < services.mostPages
      ? HIGHER_PAGES
      : `one call fetches at most ${services.mostPages} pages: narrow the request, or begin where this one ends`;
  const notes: readonly Finding[] = [
    ...described.findings,
    ...(elsewhere === undefined ? [] : [elsewhere]),
    ...(described.items === 0 && searchesFor(made) ? [NOTHING_FITS] : []),
    ...(more === undefined ? [] : [pagesFinding(pages, `; ${services.http.scrub(more)}.`, advice)]),
  ];
  return shownCall(made, `(${made.status}${joined})`, described, { notes }, call);
}

/** A made call becomes part of the workspace, and is shown by its form and a sample. */
function shownCall(
  made: MadeCall,
  status: string,
  described: ReturnType<typeof describeResponse>,
  findings: Parameters<typeof observe>[2],
  { services: { http }, state }: ToolCall,
): ToolOutcome {
  const { scrub } = http;
  const schema = scrub(described.schema);
  const sample = scrub(described.sample);
  const names = described.names === undefined ? undefined : `items: ${scrub(described.names)}`;
  const { name, operation, times: calls } = made;
  const observation = observe(
    [
      `${name} = ${operation} ${status}: ${scrub(described.summary)}`,
      ...(schema === "" ? [] : `form: ${schema}`.split("\n")),
      names,
      ...(sample === "" ? [] : `sample: ${described.isText ? visibleBlock(sample) : sample}`.split("\n")),
    ],
    {
      ...{ response: name, operation, status: made.status, schema },
      ...(calls === undefined ? {} : { calls }),
      sample: names === undefined ? sample : `${names}\n${sample}`,
    },
    findings,
  );
  return { observation, state: { ...state, calls: [...state.calls, made] } };
}

/** Calls the operation for each of many values; the responses are kept as one. */
async function calledForEach(each: EachCall, call: ToolCall): Promise<ToolOutcome> {
  const { operation, given, filled, many } = each;
  const { http, server, mostCalls, rules } = call.services;
  const prepared = await Promise.all(
    many.values.slice(0, mostCalls).map((value) => {
      const own = new Map([...filled, [many.written, value]]);
      return orFailure(() => preparedCall(operation, given, own, call));
    }),
  );
  if (rules.dryRun) {
    const [first] = prepared;
    if (first !== undefined && "failure" in first) return first;
    const requests = prepared.flatMap((one) => ("failure" in one ? [] : [one.request]));
    return onlyShown(operation, requests);
  }
  const { body, status, calls, pages, warnings, notes } = await callEach(each, prepared, call);
  const made: MadeCall = {
    name: schemaName(`r${call.state.calls.length + 1}`),
    operation: operation.id,
    arguments: keptArguments(given),
    url: http.scrub(`${server}${operation.path}`),
    status,
    body: await keepBytes(body, "application/json", call.context),
    pages,
    complete: warnings.length + notes.length === 0,
    times: calls,
  };
  const { names: _, ...described } = describeResponse({ body, mediaType: "application/json" });
  const values = calls === 1 ? "1 value" : `${calls} values`;
  return shownCall(
    made,
    `for ${values} of ${many.written} (${status})`,
    described,
    { warnings, notes },
    call,
  );
}

/** A text among the arguments can be written in another way than the API has it. */
function searchesFor({ arguments: given }: MadeCall): boolean {
  return Object.values(given).some((value) => typeof value === "string" && /\p{L}{3}/u.test(value));
}

const NOTHING_FITS: Finding = {
  code: "no-match",
  message:
    "Nothing fits. Many searches take names only as they are written: try one word of it or the beginning of a word, or list all where there are few.",
  suggestions: [],
};
