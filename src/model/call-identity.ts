import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { SharedV4ProviderOptions } from "@ai-sdk/provider";

/** Key in `providerOptions` under which a call is identified. Providers read their own key only, so this one never leaves the process. */
export const CALL_IDENTITY = "fuxi";

/** The call of this process that a request belongs to, and the number of the attempt, from 0. */
export interface CallIdentity {
  readonly call: string;
  readonly attempt: number;
  /** Purpose of the call, the same in every process; absent outside `inLane`. */
  readonly lane?: string;
}

const lanes = new AsyncLocalStorage<string>();

/**
 * All calls that `work` makes belong to that lane. Recordings number identical requests within a lane, so that each of many parallel runs, also
 * in several processes, finds its own replies.
 */
export function inLane<T>(lane: string, work: () => T): T {
  return lanes.run(lane, work);
}

/** Names a new call; the function it returns marks each attempt of it, so that recordings can tell retries from new samples. */
export function callIdentity(): (attempt: number) => SharedV4ProviderOptions {
  const call = randomUUID();
  const lane = lanes.getStore();
  return (attempt) => ({ [CALL_IDENTITY]: { call, attempt, ...(lane === undefined ? {} : { lane }) } });
}

/** The identification in a request; undefined if the request does not come from `callModel`. */
export function placeOf(options: SharedV4ProviderOptions | undefined): CallIdentity | undefined {
  const { call, attempt, lane } = options?.[CALL_IDENTITY] ?? {};
  if (typeof call !== "string" || typeof attempt !== "number") return undefined;
  return { call, attempt, ...(typeof lane === "string" ? { lane } : {}) };
}
