import type { ArtifactRef, ArtifactStore } from "./artifact-store.ts";
import type { Principal } from "./principal.ts";

/** Bounds of one action. Whatever a bound cuts off is told in the observation. */
export interface ActLimits {
  /** Of a result, of the values of a column, of the members of a set. */
  readonly rows: number;
  /** UTF-16 units of the text that the model reads. */
  readonly characters: number;
  /** Work of the engine or the server; it is really stopped then. */
  readonly milliseconds: number;
}

/** 100 rows, 20,000 characters, 10 seconds. */
export const DEFAULT_ACT_LIMITS: ActLimits = { rows: 100, characters: 20_000, milliseconds: 10_000 };

/** What every call into an environment carries. */
export interface ActContext {
  /** On whose behalf the call is made: artifacts are kept in their name. */
  readonly principal: Principal;
  /** Aborted, the call ends with the FuxiError `cancelled`. */
  readonly signal: AbortSignal;
  readonly limits: ActLimits;
  /** Takes what is too large for an observation or a workspace. */
  readonly artifacts: ArtifactStore;
  /** What the references in the action's arguments stand for, by the reference's text; resolved before the action is taken. */
  readonly references?: ReadonlyMap<string, ReferencedValues>;
  /**
   * True where a value occurs in what the person has said or in what the run has shown; an id that occurs nowhere was made up. Absent
   * where nobody keeps track (tools used by hand). `outside`: what this environment has shown itself does not count.
   */
  readonly seen?: (value: string, outside?: string) => boolean;
  /** Operations with external effects that the person has allowed in this run, by environment: `api POST /lists`. */
  readonly allowed?: readonly string[];
}

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
