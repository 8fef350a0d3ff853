import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BenchmarkSet, BenchmarkTask, OpenPlace } from "../../evaluation/benchmark/benchmark.ts";
import type { Configuration, Decide, Manifest } from "../../evaluation/run/configuration.ts";
import { memoryArtifactStore } from "../../store/artifacts.ts";

export interface FirstLookOptions {
  readonly set: Pick<BenchmarkSet, "places">;
  /** Those that are asked, of which the first is looked at. */
  readonly tasks: readonly BenchmarkTask[];
  readonly configurations: readonly Configuration[];
  readonly decide: Decide;
  readonly openPlace: OpenPlace;
  readonly signal: AbortSignal;
}

/**
 * Looks at what the first task's place has, and tries each configuration there: what cannot be run is told before there is a run.
 * @returns versions of the engines that answer queries, by their names; places of one set have the same
 * @throws FuxiError `usage` for a database without tables, and where the built-in rules can read nothing of what is asked about; as opening the place and as deciding
 */
export async function firstLook({
  set,
  tasks,
  configurations,
  decide,
  openPlace,
  signal,
}: FirstLookOptions): Promise<Manifest["versions"]["engines"]> {
  const [task] = tasks;
  const place = task === undefined ? undefined : set.places[task.place];
  if (task === undefined || place === undefined) return {};
  const { environments, close } = await openPlace(place, signal);
  try {
    await checkTables(environments, task, signal);
    const isAlone = tasks.every((other) => other.place === task.place);
    const isRead = environments.some(({ capabilities }) => capabilities.heuristics !== undefined);
    if (isAlone && !isRead && configurations.some(({ decider }) => decider === "built-in"))
      throw unread(environments);
    for (const configuration of configurations)
      await decide(configuration, task, { environments, repeat: 0 });
    const engines = environments.flatMap(({ capabilities }) => capabilities.sql?.engine ?? []);
    return Object.fromEntries(engines.map(({ name, version }) => [name, version]));
  } finally {
    await close();
  }
}

/** A server can have the database and none of its tables for this user: every question would be answered wrongly then. */
async function checkTables(
  environments: readonly Environment[],
  task: BenchmarkTask,
  signal: AbortSignal,
): Promise<void> {
  const artifacts = memoryArtifactStore();
  const context = { principal: { id: "evaluation" }, signal, limits: DEFAULT_ACT_LIMITS, artifacts };
  for (const { id, capabilities } of environments) {
    const tables = await capabilities.sql?.definitions?.({ sampleRows: 0 }, context);
    if (tables?.length !== 0) continue;
    throw new FuxiError(
      "usage",
      `The database ${id} of the question ${task.id} has no table that may be read.`,
      {
        hint: "Check which database it is, and what its user and the configuration let be read.",
      },
    );
  }
}

/** A set that asks about nothing else would come out as one of which nothing is right. */
function unread(environments: readonly Environment[]): FuxiError {
  const kinds = [...new Set(environments.map(({ kind }) => kind))].join(" and ");
  return new FuxiError(
    "usage",
    `The built-in rules read databases and knowledge bases, and what is asked here is about ${kinds} alone.`,
    { hint: "Name a model (--model, --model-url), or --policy oracle." },
  );
}
