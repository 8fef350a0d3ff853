import type { Strategy } from "../../strategy.ts";
import { longForm } from "./long-form.ts";
import type { SequentialOptions } from "./long-form-options.ts";

/**
 * Plans in plain words what is to be found out, writes all queries, runs them, and writes one report from the results (*Database question
 * answering*, Section 3). Beyond the paper: the planner may look around first, failed queries are mended, and every figure of the report is
 * computed again from its source.
 */
export function sequential(options: SequentialOptions = {}): Strategy {
  return longForm("sequential", options);
}
