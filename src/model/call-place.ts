import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { SharedV4ProviderOptions } from "@ai-sdk/provider";

/** Under this key of `providerOptions` a call says which one it is. Providers read their own key only, so it never leaves the process. */
export const CALL_PLACE = "fuxi";

/** Which call of this process a request belongs to, and the how-manieth attempt (from 0) it is. */
export interface CallPlace {
  readonly call: string;
  readonly attempt: number;
  /** What the call is made for, the same in every process that makes it; absent where nobody said. */
  readonly lane?: string;
}

const lanes = new AsyncLocalStorage<string>();

/**
 * All calls that `work` makes belong to that lane. Recordings number identical requests within a lane, so that of many runs side by side, also in
 * several processes, each finds its own replies again.
 */
export function inLane<T>(lane: string, work: () => T): T {
  return lanes.run(lane, work);
}

/** Names a new call; the function it returns marks each attempt of it, so that recordings can tell retries from new samples. */
export function callPlace(): (attempt: number) => SharedV4ProviderOptions {
  const call = randomUUID();
  const lane = lanes.getStore();
  return (attempt) => ({ [CALL_PLACE]: { call, attempt, ...(lane === undefined ? {} : { lane }) } });
}

/** The place that a request carries; undefined where somebody else than `callModel` made it. */
export function placeOf(options: SharedV4ProviderOptions | undefined): CallPlace | undefined {
  const { call, attempt, lane } = options?.[CALL_PLACE] ?? {};
  if (typeof call !== "string" || typeof attempt !== "number") return undefined;
  return { call, attempt, ...(typeof lane === "string" ? { lane } : {}) };
}
