import { createHash } from "node:crypto";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { JsonObject } from "../../util/json.ts";
import type { BenchmarkSet } from "../benchmark/benchmark.ts";
import { chooseTasks } from "./choose-tasks.ts";
import type { Manifest } from "./manifest.ts";

/** What a manifest is made of; the rest is counted and hashed. */
export interface ManifestParts
  extends Omit<Manifest, "checksums" | "notes" | "prompts" | "tasks" | "startedAt" | "versions"> {
  readonly set: Pick<BenchmarkSet, "tasks" | "checksums" | "notes">;
  readonly versions: Omit<Manifest["versions"], "node">;
  /** The system message of each configuration's first request, by configuration; absent where no model decides. */
  readonly instructions: Readonly<Record<string, string>>;
  readonly clock?: () => Date;
}

/** @throws FuxiError `usage` as `chooseTasks` */
export function manifestOf({
  set,
  versions,
  instructions,
  clock = () => new Date(),
  ...given
}: ManifestParts): Manifest {
  const prompts = Object.entries(instructions).map(([id, text]) => [
    id,
    createHash("sha256").update(text).digest("hex"),
  ]);
  return {
    ...given,
    tasks: chooseTasks(set, given).length,
    checksums: set.checksums,
    notes: set.notes,
    versions: { ...versions, node: process.versions.node },
    prompts: Object.fromEntries(prompts),
    startedAt: clock().toISOString(),
  };
}

/** What decides which items a run has and what their results mean. Everything else may differ from call to call. */
const FIXED = ["benchmark", "configurations", "repeats", "sample", "only", "tasks", "checksums"] as const;

/** @throws FuxiError `usage` where a run that was begun is to be gone on with as another one */
export function checkSameRun(id: string, begun: JsonObject, now: JsonObject): void {
  const differs = FIXED.filter((name) => canonical(begun[name]) !== canonical(now[name]));
  if (differs.length === 0) return;
  const what = differs.includes("checksums") ? "data" : differs.join(", ");
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
