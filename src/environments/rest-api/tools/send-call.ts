import { changed, linesOf, type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import type { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import { type FetchedPages, fetchPages } from "../pagination/fetch-pages.ts";
import type { describeResponse } from "../response/describe-response.ts";
import type { MadeCall } from "../rest-api-state.ts";
import type { PreparedCall } from "./before-sending.ts";
import { answeredWithError, notSent } from "./call-failures.ts";
import { observe, type ToolCall, type ToolOutcome } from "./rest-api-tool.ts";

/** Maximum pages of one call. */
export const MOST_PAGES = 20;

export type AnsweredPages = Extract<FetchedPages, { failure?: never }> & { readonly refusal?: never };

/** Sends a request and fetches its pages. Returns a refusal if there is no response or an error response. */
export async function answerTo(
  { operation, checked, request }: PreparedCall,
  pages: number,
  milliseconds: number,
  { services, context }: ToolCall,
): Promise<AnsweredPages | { readonly refusal: Refusal; readonly status?: number }> {
  const effect = services.isEffect(operation);
  const sent = await fetchPages(request, {
    operation,
    document: services.document,
    http: services.http,
    mayRetry: !effect,
    // Fetching a second page would repeat the effect.
    pages: effect ? 1 : Math.min(pages, MOST_PAGES),
    milliseconds,
    signal: context.signal,
  });
  if (sent.failure !== undefined) return { refusal: notSent(operation, sent.failure, effect) };
  const { status } = sent.response;
  if (status < 400) return sent;
  return { refusal: answeredWithError(operation, checked, sent.response, services), status };
}

/** The call under its name in the workspace. */
export function namedCall(made: Omit<MadeCall, "name">, { state, services }: ToolCall): MadeCall {
  return { ...made, name: schemaName(`r${state.calls.length + 1}`), url: services.http.scrub(made.url) };
}

/** Adds a call to the workspace, and shows its response by shape and sample. */
export function shownCall(
  made: MadeCall,
  status: Marked,
  described: ReturnType<typeof describeResponse>,
  findings: { readonly warnings?: readonly MarkedFinding[]; readonly notes: readonly MarkedFinding[] },
  { services: { http }, state }: ToolCall,
): ToolOutcome {
  const scrub = (text: Marked) => changed(text, http.scrub);
  const schema = scrub(described.schema);
  const sample = scrub(described.sample);
  const names = described.names === undefined ? undefined : say`items: ${scrub(described.names)}`;
  const { name, operation, times: calls } = made;
  const observation = observe(
    [
      say`${schemaName(name)} = ${schemaName(operation)} ${status}: ${scrub(described.summary)}`,
      ...(schema === "" ? [] : linesOf(say`form: ${schema}`)),
      names,
      ...(sample === ""
        ? []
        : linesOf(say`sample: ${described.isText ? changed(sample, visibleBlock) : sample}`)),
    ],
    {
      ...{ response: schemaName(name), operation: schemaName(operation), status: made.status, schema },
      ...(calls === undefined ? {} : { calls }),
      sample: names === undefined ? sample : say`${names}\n${sample}`,
    },
    findings,
  );
  return { observation, state: { ...state, calls: [...state.calls, made] } };
}

export const HIGHER_PAGES = say`call it again with a higher "pages" where all are needed`;

/** The advice is separate: in a team, not every agent that reads the finding decides how many pages are fetched. */
export function pagesFinding(pages: number, where: Marked, advice: Marked): MarkedFinding {
  const fetched = pages === 1 ? "Only one page was" : say`Only ${pages} pages were`;
  return {
    code: "pages-left",
    message: say`${fetched} fetched${where}`,
    suggestions: [{ text: advice }],
  };
}
