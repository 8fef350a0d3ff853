import type { ActContext } from "../../environment/act-context.ts";
import { say } from "../../environment/egress/marks.ts";
import type { MarkedSuggestion } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";

/** Suggestion for a statement that took too long. */
export const NARROW: MarkedSuggestion = {
  text: say`narrow it`,
  reason: say`fewer rows, a condition, or a LIMIT`,
};

/** @throws FuxiError `cancelled`; called before work that does not watch the signal itself */
export function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The work was cancelled.", { cause: signal.reason });
}

/** Start time of each action. Every action has its own context. */
const beginnings = new WeakMap<ActContext, number>();

/**
 * Milliseconds that a statement of an action may take: `share` of the action's limit, and no more than its remaining time. The limit is for the
 * whole action, however many statements it needs.
 */
export function timeLeft(context: ActContext, share = 1): number {
  const now = Date.now();
  const began = beginnings.get(context) ?? now;
  beginnings.set(context, began);
  const { milliseconds } = context.limits;
  return Math.min(milliseconds * share, began + milliseconds - now);
}
