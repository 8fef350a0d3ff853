import type { KeepOptions } from "../environment/workspace-store.ts";

/** A read renews only what has lost more than this share of its lifetime, so that reading hardly ever writes. */
const LEFT_OUT = 0.1;

/** Milliseconds of the epoch at which something that is used now expires; what it was promised before is never taken back. */
export function expiresAfterUse(now: number, { lifetimeSeconds }: KeepOptions, before = 0): number {
  return Math.max(before, Math.ceil(now + lifetimeSeconds * 1000));
}

/** The same for a read: `before` where it is not worth a write. */
export function expiresAfterRead(now: number, options: KeepOptions, before: number): number {
  const renewed = expiresAfterUse(now, options, before);
  return renewed - before > options.lifetimeSeconds * 1000 * LEFT_OUT ? renewed : before;
}
