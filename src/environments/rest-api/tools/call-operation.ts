import { z } from "zod";
import { fitsWorkspace } from "../../../environment/bounds.ts";
import { advised, schemaName } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { JsonObject } from "../../../util/json.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import type { Operation } from "../document/api-document.ts";
import { fetchPages } from "../pagination/fetch-pages.ts";
import { describeResponse } from "../response/describe-response.ts";
import type { MadeCall } from "../rest-api-state.ts";
import {
  argumentsOf,
  keptArguments,
  type PreparedCall,
  preparedCall,
  preparedRequest,
  requestLines,
  SENT_NOTHING,
} from "./before-sending.ts";
import { callEach, type ManyAnswers, type ManyValues, manyValues } from "./call-each.ts";
import { answeredWithError, effectRedirected, notSent, sentButUnkept } from "./call-failures.ts";
import { filledArguments } from "./named-values.ts";
import {
  defineTool,
  keepBytes,
  observe,
  operationNamed,
  type ToolCall,
  type ToolOutcome,
} from "./rest-api-tool.ts";

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
    const { services } = call;
    const meant = operationNamed(given.operation, services);
    if (meant.failure) return { failure: meant.failure };
    const { operation, values } = meant;
    const written = { ...values, ...(given.arguments as JsonObject | undefined) };
    const named = await filledArguments(operation, written, call);
    if (named.failure) return { failure: named.failure };
    const found = manyValues(operation, written, named.filled, call);
    if (found.failure) return { failure: found.failure };
    const { filled, many } = found;
    const pages = given.pages ?? 1;
    if (many !== undefined) {
      const answers = await callEach({ operation, given: written, filled, many, pages }, call);
      return "body" in answers
        ? keptAnswers(operation, keptArguments(written), many, answers, call)
        : answers;
    }
    const ready = await preparedCall(operation, written, filled, call);
    if (ready.failure) return { failure: ready.failure };
    const { checked, request } = ready.prepared;
    if (services.rules.dryRun) {
      const prepared = preparedRequest(request);
      const data = { operation: operation.id, request: prepared as unknown as JsonObject };
      return { observation: observe(requestLines(prepared), data, { notes: [SENT_NOTHING] }) };
    }
    // Where a value was named, it is kept by its name: what is kept was written by whoever called.
    const kept = keptArguments(filled.size === 0 ? argumentsOf(checked) : written);
    return sent({ operation, request, checked, kept, pages }, call);
  },
});

interface Ready extends PreparedCall {
  readonly operation: Operation;
  readonly kept: JsonObject;
  readonly pages: number;
}

async function sent(
  { operation, request, checked, kept, pages }: Ready,
  call: ToolCall,
): Promise<ToolOutcome> {
  const { services, context, state } = call;
  const effect = services.isEffect(operation);
  const result = await fetchPages(request, {
    operation,
    document: services.document,
    http: services.http,

    mayRetry: !effect,
    // A second page of something that changes things would change them again.
    pages: effect ? 1 : Math.min(pages, services.mostPages),
    milliseconds: context.limits.milliseconds,
    signal: context.signal,
  });
  if (result.failure) return { failure: notSent(operation, result.failure, effect) };
  const { response } = result;
  if (response.status >= 400) {
    return { failure: answeredWithError(operation, checked, response, services) };
  }
  const redirected = effect ? effectRedirected(operation, response, services) : undefined;
  if (redirected?.failure !== undefined) return { failure: redirected.failure };
  let body: MadeCall["body"];
  try {
    body = await keepBytes(response.body, response.headers["content-type"] ?? "", context);
  } catch (error) {
    if (!effect || !FuxiError.isInstance(error)) throw error;
    return { failure: sentButUnkept(operation.id, response.status, "its response is more than can be kept") };
  }
  const made: MadeCall = {
    name: schemaName(`r${state.calls.length + 1}`),
    operation: operation.id,
    arguments: kept,
    url: services.http.scrub(response.url),
    status: response.status,
    body,
    pages: result.pages,
    complete: result.more === undefined,
  };
  const { scrub } = services.http;
  const described = describeResponse({ body: response.body, mediaType: body.mediaType });
  const { more, list = "" } = result;
  const joined = made.pages > 1 ? `, ${made.pages} pages joined${list === "" ? "" : ` at ${list}`}` : "";
  const notes: readonly Finding[] = [
    ...described.findings,
    ...(redirected?.note === undefined ? [] : [redirected.note]),
    ...(described.items === 0 && searchesFor(made) ? [NOTHING_FITS] : []),
    ...(more === undefined ? [] : [pagesLeft(made, scrub(more), services.mostPages)]),
  ];
  if (effect && !fitsWorkspace({ ...state, calls: [...state.calls, made] }))
    return {
      failure: sentButUnkept(operation.id, response.status, "the workspace would grow over its limit"),
    };
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

/** The responses of many calls are kept as one. */
async function keptAnswers(
  { id, path }: Operation,
  given: JsonObject,
  { written }: ManyValues,
  { body, status, calls, pages, warnings, notes }: ManyAnswers,
  call: ToolCall,
): Promise<ToolOutcome> {
  const { http, server } = call.services;
  const made: MadeCall = {
    name: schemaName(`r${call.state.calls.length + 1}`),
    operation: id,
    arguments: given,
    url: http.scrub(`${server}${path}`),
    status,
    body: await keepBytes(body, "application/json", call.context),
    pages,
    complete: warnings.length + notes.length === 0,
    times: calls,
  };
  const { names: _, ...described } = describeResponse({ body, mediaType: "application/json" });
  const values = calls === 1 ? "1 value" : `${calls} values`;
  return shownCall(made, `for ${values} of ${written} (${status})`, described, { warnings, notes }, call);
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

/** What to do about it stands apart: in a team not everybody who reads of the pages has a say in how many are fetched. */
function pagesLeft({ pages }: MadeCall, more: string, mostPages: number): Finding {
  const text =
    pages < mostPages
      ? 'call it again with a higher "pages" where all are needed'
      : `one call fetches at most ${mostPages} pages: narrow the request, or begin where this one ends`;
  return {
    code: "pages-left",
    message: `${pages === 1 ? "Only one page was" : `Only ${pages} pages were`} fetched; ${more}.`,
    suggestions: [{ text: advised(text) }],
  };
}
