import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { Finding, Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import { clip, grouped } from "../response/clip.ts";
import { type Failed, UNSENT } from "./answers-of-many.ts";
import type { ManyValues } from "./many-values.ts";
import { asNamedValue, readNamedValue } from "./named-value.ts";
import type { ToolCall } from "./rest-api-tool.ts";

const MOST_TOLD = 5;
const LONGEST_VALUE = 60;
const LONGEST_REASON = 240;

/** The failure of a call for many values that brought nothing: as of one call, where each failed in the same way. */
export function allFailed(argument: string, failed: readonly Failed[]): ToolFailure {
  const [first] = failed;
  if (first === undefined) return TIME_OVER;
  const { failure } = first;
  // What is wrong whatever the value is stands in one call, too.
  const same = failed.every((each) => each.failure.message === failure.message);
  if (failed.length === 1 || (same && first.kind.startsWith(UNSENT))) return failure;
  const alike = failed.every(({ kind }) => kind === first.kind);
  return alike
    ? { ...failure, message: `All ${failed.length} calls failed alike. ${failure.message}` }
    : { ...failure, message: `All ${failed.length} calls failed. ${eachFailure(argument, failed)}` };
}

const TIME_OVER: ToolFailure = {
  code: "time-limit",
  message: "The time was over before anything was sent.",
  suggestions: [],
};

/** Some were answered; `others` is their number. */
export function callsFailed(argument: string, failed: readonly Failed[], others: number): Finding {
  return {
    code: "calls-failed",
    message: `${failed.length} of the ${failed.length + others} calls failed. ${eachFailure(argument, failed)}`,
    suggestions: [],
  };
}

function eachFailure(argument: string, failed: readonly Failed[]): string {
  const shown = failed.slice(0, MOST_TOLD).map(({ value, failure }) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${argument} ${told(clip(text, LONGEST_VALUE))}: ${clip(failure.message, LONGEST_REASON)}`;
  });
  const more = failed.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}

export function pagesLeft(ofCalls: number, calls: number, pages: number, mostPages: number): Finding {
  const fetched = pages === 1 ? "Only one page was" : `Only ${pages} pages were`;
  const advice = advised('call it again with a higher "pages" where all are needed');
  return {
    code: "pages-left",
    message: `${fetched} fetched in ${ofCalls} of the ${calls} calls.`,
    suggestions: pages < mostPages ? [{ text: advice }] : [],
  };
}

/** What was not called, and the name of the next ones. `begun`: how many were. */
export async function valuesLeft(
  { many }: { readonly many: ManyValues },
  { begun, ended }: { readonly begun: number; readonly ended?: string },
  call: ToolCall,
): Promise<readonly Finding[]> {
  const { written, values } = many;
  if (begun >= values.length) return [];
  const { mostCalls } = call.services;
  const why = ended ?? `one action makes at most ${mostCalls} calls`;
  const next = await nextOnes(many, begun, call);
  return [
    {
      code: "values-left",
      message: `Called for ${begun} of the ${grouped(values.length)} values of ${written}: ${why}.`,
      suggestions: next === undefined ? [] : [next],
    },
  ];
}

/** The name of the values after those that were called, where one of the ways to write it leads there. */
async function nextOnes(
  { written, values }: ManyValues,
  begun: number,
  { state, services, context }: ToolCall,
): Promise<Suggestion | undefined> {
  const wanted = values[begun];
  const named = asNamedValue(written);
  if (named === undefined || wanted === undefined) return undefined;
  const range = `[[${wanted.at}..${wanted.at + services.mostCalls - 1}]]`;
  const [, head = named.path, member = ""] = /^(.*)(\.\w+)$/su.exec(named.path) ?? [];
  for (const path of [`${head}${range}${member}`, `${named.path}${range}`]) {
    const text = `{${named.source}${path}}`;
    const read = await readNamedValue({ ...named, written: text, path }, state, services, context);
    if (read.failure !== undefined) continue;
    const first = (Array.isArray(read.value) ? read.value[0] : read.value) as Json | undefined;
    if (JSON.stringify(first) === JSON.stringify(wanted.value))
      return { text: advised(text), reason: "the next" };
  }
  return undefined;
}
