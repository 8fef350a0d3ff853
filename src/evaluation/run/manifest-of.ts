import { FuxiError } from "../../errors/fuxi-error.ts";
import type { JsonObject } from "../../util/json.ts";
import type { BenchmarkSet } from "../benchmark/benchmark.ts";
import { chooseTasks } from "./choose-tasks.ts";
import type { Manifest } from "./configuration.ts";

/** What a manifest is made of; the rest is counted. */
export interface ManifestParts extends Omit<Manifest, "checksums" | "notes" | "tasks" | "startedAt"> {
  readonly set: Pick<BenchmarkSet, "tasks" | "checksums" | "notes">;
  readonly clock?: () => Date;
}

/** @throws FuxiError `usage` as `chooseTasks` */
export function manifestOf({ set, clock = () => new Date(), ...given }: ManifestParts): Manifest {
  return {
    ...given,
    tasks: chooseTasks(set, given).length,
    checksums: set.checksums,
    notes: set.notes,
    startedAt: clock().toISOString(),
  };
}

/** What decides which items a run has and what their results mean. Everything else may differ from call to call. */
const FIXED = ["benchmark", "configurations", "repeats", "sample", "only", "tasks", "checksums"] as const;

/** With the flags that say it. */
const SAID: Readonly<Partial<Record<(typeof FIXED)[number], string>>> = {
  repeats: "repeats (--repeat)",
  sample: "sample (--sample, --seed)",
  only: "named questions (--only)",
};

/** @throws FuxiError `usage` where a run that was begun is to be gone on with as another one */
export function checkSameRun(id: string, begun: JsonObject, now: JsonObject): void {
  const differs = FIXED.filter((name) => canonical(begun[name]) !== canonical(now[name]));
  if (differs.length === 0) return;
  // Their number follows from how they were chosen.
  const told = differs.filter((name) => name !== "tasks" || differs.length === 1);
  const what = differs.includes("checksums") ? "data" : told.map((name) => SAID[name] ?? name).join(", ");
  throw new FuxiError("usage", `The run ${id} was begun with other ${what}.`, {
    hint: "Go on with what it was begun with, or begin another run.",
  });
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ""
  );
}
