import type { LongFormAnswer } from "../../trajectory/long-form-answer.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";

/** The plan of a long-form answer, else what the agent said that it would do, step by step; "" where it said nothing. */
export function planOf(events: readonly RunEvent[], report: LongFormAnswer | undefined): string {
  if (report !== undefined && report.plan.length > 0) return numbered(report.plan);
  const replies = events.flatMap((event) => (event.type === "policy-replied" ? [event.reply] : []));
  const before = replies.filter(({ claim }) => claim === undefined).flatMap(saidIn);
  // A thought beside an answer is about the answer; it is the plan only where all was done in one reply.
  return numbered(before.length > 0 ? before : replies.flatMap(saidIn));
}

function saidIn({ thought, output }: PolicyReply): readonly string[] {
  const planned = [textsOf(output?.["plan"]), textsOf(output?.["step"])].flat();
  return [thought.trim(), ...planned].filter((text) => text !== "");
}

/** Roles of different strategies write a plan as a text, as texts, or as objects with texts. */
function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value.trim()];
  if (Array.isArray(value)) return value.flatMap((each: Json) => textsOf(each).join(" "));
  return isObject(value) ? [Object.values(value).flatMap(textsOf).join(" ")] : [];
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, at) => `${at + 1}. ${line}`).join("\n");
}
