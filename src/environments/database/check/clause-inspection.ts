import type { Finding } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";

/** What the inspection of a clause that compiles has to tell. */
export interface ClauseInspection {
  /** Rows after this clause: of the join, kept by the conditions, groups, groups kept. Exact, counted by the engine. Absent when the count ran over
   * its share of the time limit, which a note then says. */
  readonly rows?: number;
  readonly warnings: readonly Finding[];
  readonly notes: readonly Finding[];
  /** Clause-specific facts for the tool's structured result: `joins`, `conditions`, `columns`, `groups`, … */
  readonly facts: JsonObject;
  /** The facts as short lines for the model. */
  readonly lines: readonly string[];
}
