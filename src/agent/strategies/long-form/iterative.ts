import type { Strategy } from "../../strategy.ts";
import { longForm } from "./long-form.ts";
import type { LongFormOptions } from "./long-form-options.ts";

/**
 * Names the most crucial missing information, writes a query for it, sees the result, and so on until it is enough; then writes the report
 * (*Database question answering*, Section 3). Beyond the paper: up to three independent queries at once, failed ones are mended, and every
 * figure of the report is computed again from its source.
 */
export function iterative(options: LongFormOptions = {}): Strategy {
  return longForm("iterative", { ...options, looking: false });
}
