import type { ActContext, ActLimits } from "../environment/act-context.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Caller } from "./caller.ts";

/** What every tool of a server works under. */
export interface ServiceBounds {
  readonly limits: ActLimits;
  readonly artifacts: ArtifactStore;
}

/** @param allowed external effects that the person has allowed in the task */
export function actContextOf(
  { principal, signal }: Caller,
  { limits, artifacts }: ServiceBounds,
  allowed: readonly string[] = [],
): ActContext {
  return { principal, signal, limits, artifacts, allowed };
}
