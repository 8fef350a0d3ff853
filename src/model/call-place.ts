import { randomUUID } from "node:crypto";
import type { SharedV4ProviderOptions } from "@ai-sdk/provider";

/** Under this key of `providerOptions` a call says which one it is. Providers read their own key only, so it never leaves the process. */
export const CALL_PLACE = "fuxi";

/** Which call of this process a request belongs to, and the how-manieth attempt (from 0) it is. */
export interface CallPlace {
  readonly call: string;
  readonly attempt: number;
}

/** Names a new call; the function it returns marks each attempt of it, so that recordings can tell retries from new samples. */
export function callPlace(): (attempt: number) => SharedV4ProviderOptions {
  const call = randomUUID();
  return (attempt) => ({ [CALL_PLACE]: { call, attempt } });
}

/** The place that a request carries; undefined where somebody else than `callModel` made it. */
export function placeOf(options: SharedV4ProviderOptions | undefined): CallPlace | undefined {
  const { call, attempt } = options?.[CALL_PLACE] ?? {};
  return typeof call === "string" && typeof attempt === "number" ? { call, attempt } : undefined;
}
