import type { PendingEffect, TaskContent } from "./task-content.ts";

/** Ids that are remembered of effects that have ended. */
const MOST_DONE = 500;

/** The content with the effect begun. */
export function withPending(content: TaskContent, pending: PendingEffect): TaskContent {
  return { ...content, pending };
}

/** `content` with the effect ended: nothing pends, and the id is never begun again. `before` is where it pended. */
export function withEffectEnded(content: TaskContent, id: string, before: TaskContent): TaskContent {
  const { pending: _, ...rest } = content;
  const others = (before.done ?? []).filter((each) => each !== id);
  return { ...rest, done: [...others, id].slice(-MOST_DONE) };
}

export function hasEnded({ until }: PendingEffect, now: Date): boolean {
  return Date.parse(until) <= now.getTime();
}
