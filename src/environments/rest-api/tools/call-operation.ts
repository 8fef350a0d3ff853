import { z } from "zod";
import { keepBytes } from "../../../environment/artifact-content.ts";
import { fitsWorkspace } from "../../../environment/bounds.ts";
import { changed, type Marked, say } from "../../../environment/egress/marks.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { JsonObject } from "../../../util/json.ts";
import { describeResponse } from "../response/describe-response.ts";
import { pathText } from "../response/render-value.ts";
import type { MadeCall } from "../rest-api-state.ts";
import { argumentsOf, keptArguments, onlyShown, type PreparedCall, preparedCall } from "./before-sending.ts";
import { calledForEach, manyValues } from "./call-each.ts";
import { effectRedirected, sentButUnkept } from "./call-failures.ts";
import { filledArguments } from "./named-values.ts";
import { defineTool, operationNamed, type ToolCall, type ToolOutcome } from "./rest-api-tool.ts";
import { answerTo, HIGHER_PAGES, MOST_PAGES, namedCall, pagesFinding, shownCall } from "./send-call.ts";

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
    const all = { ...values, ...(given.arguments as JsonObject | undefined) };
    const named = await filledArguments(operation, all, call);
    const { filled, many } = manyValues(operation, all, named, call);
    const pages = given.pages ?? 1;
    if (many !== undefined) return calledForEach({ operation, given: all, filled, many, pages }, call);
    const ready = await preparedCall(operation, all, filled, call);
    if (call.services.rules.dryRun) return onlyShown(operation, [ready.request]);
    // Named values are stored by name: stored arguments contain only text that the caller wrote.
    const kept = keptArguments(filled.size === 0 ? argumentsOf(ready.checked) : all);
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
  const unkept = (why: Marked) => sentButUnkept(operation.id, response.status, why);
  let body: MadeCall["body"];
  try {
    body = await keepBytes(response.body, response.headers["content-type"] ?? "", context);
  } catch (error) {
    if (!effect || !FuxiError.isInstance(error)) throw error;
    throw unkept(say`its response is more than can be kept`);
  }
  const made = namedCall(
    {
      ...{ operation: operation.id, arguments: kept, url: response.url, status: response.status },
      ...{ body, pages, complete: more === undefined },
    },
    call,
  );
  if (effect && !fitsWorkspace({ ...state, calls: [...state.calls, made] }))
    throw unkept(say`the workspace would grow over its limit`);
  const described = describeResponse({ body: response.body, mediaType: body.mediaType });
  const paged = pages > 1 ? say`, ${pages} pages joined${list === "" ? "" : say` at ${pathText(list)}`}` : "";
  const advice =
    pages < MOST_PAGES
      ? HIGHER_PAGES
      : say`one call fetches at most ${MOST_PAGES} pages: narrow the request, or begin where this one ends`;
  const notes: readonly MarkedFinding[] = [
    ...described.findings,
    ...(elsewhere === undefined ? [] : [elsewhere]),
    ...(described.items === 0 && searchesFor(made) ? [NOTHING_FITS] : []),
    ...(more === undefined
      ? []
      : [pagesFinding(pages, say`; ${changed(more, services.http.scrub)}.`, advice)]),
  ];
  return shownCall(made, say`(${made.status}${paged})`, described, { notes }, call);
}

/** Whether an argument is a text, whose spelling may differ from the API's. */
function searchesFor({ arguments: given }: MadeCall): boolean {
  return Object.values(given).some((value) => typeof value === "string" && /\p{L}{3}/u.test(value));
}

const NOTHING_FITS: MarkedFinding = {
  code: "no-match",
  message: say`Nothing fits. Many searches take names only as they are written: try one word of it or the beginning of a word, or list all where there are few.`,
  suggestions: [],
};
