import type { ErrorCode } from "../../errors/fuxi-error.ts";
import type { Outcome } from "../../trajectory/outcome.ts";

/** What says nothing about whoever was to answer, and may be over in a while. Rate limits are `model-unavailable`. */
const OUTSIDE: readonly ErrorCode[] = ["model-unavailable", "engine-unavailable", "target-locked"];

/** What will be the same for every task: to go on would only write down one failure after the other. */
const FOR_ALL: readonly ErrorCode[] = [
  "usage",
  "configuration-invalid",
  "dependency-missing",
  "model-not-configured",
  "model-refused",
];

/** What makes it senseless to go on, or to write down anything: the record itself cannot be kept. */
const OF_STORES: readonly ErrorCode[] = ["store-unavailable", "store-corrupt", "disk-full"];

export const isFromOutside = (code: ErrorCode): boolean => OUTSIDE.includes(code);

export const holdsForAll = (code: ErrorCode): boolean => FOR_ALL.includes(code) || OF_STORES.includes(code);

export const isOfStores = (code: ErrorCode): boolean => OF_STORES.includes(code);

/** Whether a run that ended so is gone on with: it was interrupted, or what made it fail may be over. */
export function mayGoOn(outcome: Outcome): boolean {
  if (outcome.type === "stopped") return outcome.reason === "cancelled";
  return outcome.type === "failed" && (isFromOutside(outcome.code) || outcome.code === "model-refused");
}
