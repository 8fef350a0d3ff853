import type { ArtifactStore } from "./artifact-store.ts";
import type { Principal } from "./principal.ts";
import type { ReferencedValues } from "./referenced-values.ts";

/** Bounds of one action. Whatever a bound cuts off is told in the observation. */
export interface ActLimits {
  readonly rows: number;
  readonly characters: number;
  readonly milliseconds: number;
}

export const DEFAULT_ACT_LIMITS: ActLimits = { rows: 100, characters: 20_000, milliseconds: 10_000 };

/** What every call into an environment carries. */
export interface ActContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly limits: ActLimits;
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
