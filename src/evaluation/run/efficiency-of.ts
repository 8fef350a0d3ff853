import { NO_PROGRESS, progressAfter } from "../../agent/run-progress.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { ItemRecord } from "./item-record.ts";

/** What a run took, read off its events alone. */
export type Efficiency = Pick<
  ItemRecord,
  "usage" | "rounds" | "actions" | "failures" | "repaired" | "repairedByCode" | "unusable" | "milliseconds"
>;

/**
 * Tokens and rounds as in Middleware, Section 4 (a round is a reply of the policy that begins a step; to choose among permitted actions or to write
 * an argument belongs to the step of its thought). `milliseconds`: of replies and actions, side by side counted once, without waiting for a person
 * and without the time between a stop and its resume.
 */
export function efficiencyOf(events: readonly RunEvent[]): Efficiency {
  const { usage, steps, milliseconds } = events.reduce(progressAfter, NO_PROGRESS);
  const failures: Record<string, number> = {};
  const repairedByCode: Record<string, number> = {};
  let repaired = 0;
  for (const [index, event] of events.entries()) {
    if (event.type !== "action-failed" && event.type !== "claim-refused") continue;
    const { code } = event.failure;
    failures[code] = (failures[code] ?? 0) + 1;
    if (!isRepaired(event, events.slice(index + 1))) continue;
    repairedByCode[code] = (repairedByCode[code] ?? 0) + 1;
    repaired++;
  }
  const count = (...types: readonly RunEvent["type"][]): number =>
    events.filter(({ type }) => types.includes(type)).length;
  return {
    usage,
    rounds: steps,
    actions: count("action-observed", "action-failed"),
    failures,
    repaired,
    repairedByCode,
    unusable: events.filter((event) => event.type === "policy-replied" && event.reply.problem !== undefined)
      .length,
    milliseconds,
  };
}

/** What was chosen in one reply with the failed action was chosen without knowing of its failure. */
function isRepaired(failed: RunEvent, later: readonly RunEvent[]): boolean {
  const tool = toolOf(failed);
  if (tool === undefined || (failed.type !== "action-failed" && failed.type !== "claim-refused"))
    return false;
  const next = later.find((event) => toolOf(event) === tool && (event.parentSeq ?? 0) > failed.seq);
  return next?.type === "action-observed" || next?.type === "claim-accepted";
}

/** A final answer is what a refused one is mended by. */
function toolOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case "action-observed":
    case "action-failed":
      return JSON.stringify([event.action.environment, event.action.tool]);
    case "claim-accepted":
    case "claim-refused":
      return "claim";
    default:
      return undefined;
  }
}
