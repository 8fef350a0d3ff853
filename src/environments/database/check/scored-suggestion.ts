import type { FindingCode, Suggestion } from "../../../environment/tool-failure.ts";

/** A suggestion and how sure it is, 0 to 1. */
export interface ScoredSuggestion extends Suggestion {
  readonly score: number;
  readonly code?: FindingCode;
  /** True for a condition on a table that the query does not use yet. */
  readonly needsJoin?: boolean;
}
