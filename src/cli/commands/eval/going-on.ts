import { withoutCredentials } from "../../../config/target-names.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Manifest } from "../../../evaluation/run/manifest.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { WorkStore } from "../../../work-list/work-store.ts";
import type { EvalOptions } from "./eval-options.ts";
import { EVALUATION_PRINCIPAL } from "./evaluation-stores.ts";

/** What belongs to a call and not to the run. */
const OF_CALLS: readonly (keyof EvalOptions)[] = [
  "run",
  "out",
  "json",
  "quiet",
  "concurrency",
  "maxTokens",
  "maxCost",
  "maxTime",
  "retries",
  "prices",
  "store",
];

/** Flags that were given, as a manifest keeps them: enough to go on without naming them again, and no secret. */
export function keptOptions(options: EvalOptions, isGiven: (name: string) => boolean): JsonObject {
  const kept = Object.entries(options).filter(
    ([name, value]) =>
      value !== undefined && isGiven(name) && !(OF_CALLS as readonly string[]).includes(name),
  );
  return JSON.parse(
    JSON.stringify(Object.fromEntries(kept), (_, value: unknown) =>
      typeof value === "string" ? withoutCredentials(value) : value,
    ),
  ) as JsonObject;
}

/** A run of that id, if one was begun. */
export async function begunRun(work: WorkStore, id: string | undefined): Promise<Manifest | undefined> {
  if (id === undefined) return undefined;
  try {
    return (await work.summary(id, EVALUATION_PRINCIPAL)).manifest as unknown as Manifest;
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "run-not-found") return undefined;
    throw error;
  }
}

/** A run goes on with the flags that it was begun with, where they are not given anew. */
export function goingOn(
  options: EvalOptions,
  begun: Manifest | undefined,
  isGiven: (name: string) => boolean,
): EvalOptions {
  if (begun === undefined) return options;
  const given = Object.fromEntries(
    Object.entries(options).filter(
      ([name]) => isGiven(name) || (OF_CALLS as readonly string[]).includes(name),
    ),
  );
  return { ...options, ...(begun.options as Partial<EvalOptions>), ...given };
}
