import type { ArtifactRef } from "./artifact-store.ts";

/** What referenced values are: entities are handed over by identifier. */
export type ReferencedKind = "entities" | "texts" | "numbers" | "dates";

/**
 * A column of values that another environment holds, on its way into an action's arguments without passing through a prompt. Complete or not
 * at all: a part is never handed over as the whole.
 */
export interface ReferencedValues {
  /** As written: `kb:#3.labels`. */
  readonly reference: string;
  readonly kind: ReferencedKind;
  /** Number of values, each counted once. */
  readonly total: number;
  /** JSON lines, one value (string, number or null) each, in the order of the result; duplicates kept once. */
  readonly values: ArtifactRef;
}
