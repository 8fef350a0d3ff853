import { FuxiError } from "../../errors/fuxi-error.ts";

/** @throws FuxiError `cancelled` before work that would not notice it by itself */
export function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The work was cancelled.", { cause: signal.reason });
}
