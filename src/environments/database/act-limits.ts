import type { ActContext } from "../../environment/act-context.ts";
import type { Suggestion } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";

/** What to do about a statement that took too long. */
export const NARROW: Suggestion = { text: "narrow it", reason: "fewer rows, a condition, or a LIMIT" };

/** @throws FuxiError `cancelled` before work that would not notice it by itself */
export function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The work was cancelled.", { cause: signal.reason });
}

/** When each action began: every action has a context of its own. */
const beginnings = new WeakMap<ActContext, number>();

/**
 * Milliseconds that a statement of an action may take: `share` of the action's limit, and no more than is left of it. The limit is that of the
 * whole action, however many statements it needs.
 */
export function timeLeft(context: ActContext, share = 1): number {
  const now = Date.now();
  const began = beginnings.get(context) ?? now;
  beginnings.set(context, began);
  const { milliseconds } = context.limits;
  return Math.min(milliseconds * share, began + milliseconds - now);
}
