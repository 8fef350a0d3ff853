import type { ArtifactRef, ArtifactStore } from "./artifact-store.ts";
import type { Principal } from "./principal.ts";

/** Bounds of one action. The observation says what a bound cut off. */
export interface ActLimits {
  /** Rows of a result, values of a column, or members of a set. */
  readonly rows: number;
  /** UTF-16 units of the text that the model reads. */
  readonly characters: number;
  /** Time for the work of the engine or server, which is then aborted. */
  readonly milliseconds: number;
}

/** 100 rows, 20,000 characters, 10 seconds. */
export const DEFAULT_ACT_LIMITS: ActLimits = { rows: 100, characters: 20_000, milliseconds: 10_000 };

/** What every call into an environment carries. */
export interface ActContext {
  /** On whose behalf the call is made: artifacts are stored as this principal's. */
  readonly principal: Principal;
  /** Aborted, the call ends with the FuxiError `cancelled`. */
  readonly signal: AbortSignal;
  readonly limits: ActLimits;
  /** Stores content too large for an observation or a workspace. */
  readonly artifacts: ArtifactStore;
  /** Values of the references in the action's arguments, by the reference's text; resolved before the action runs. */
  readonly references?: ReadonlyMap<string, ReferencedValues>;
  /**
   * True if a value occurs in the person's words or in results of the run; an id that occurs nowhere was made up. Absent where nobody keeps track
   * (tools used by hand). `outside`: an environment whose own results do not count.
   */
  readonly seen?: (value: string, outside?: string) => boolean;
  /** Operations with external effects that the person has allowed in this run, by environment: `api POST /lists`. */
  readonly allowed?: readonly string[];
}

/** Kind of referenced values; entities are passed by identifier. */
export type ReferencedKind = "entities" | "texts" | "numbers" | "dates";

/**
 * A column of values from another environment, on its way into an action's arguments without passing through a prompt. Always complete: a column
 * that was cut off is refused.
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
