import { runTask } from "../../agent/run-loop.ts";
import { memoryArtifactStore } from "../../artifact-store/sqlite-artifact-store.ts";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BenchmarkSet, BenchmarkTask, OpenPlace } from "../../evaluation/benchmark/benchmark.ts";

import type { Configuration, Decide } from "../../evaluation/run/configuration.ts";

import type { LanguageModel } from "../../model/language-model.ts";
import { memoryTrajectoryStore } from "../../trajectory-store/sqlite-trajectory-store.ts";

export interface FirstLookOptions {
  readonly set: Pick<BenchmarkSet, "places">;
  /** Those that are asked, of which the first is looked at. */
  readonly tasks: readonly BenchmarkTask[];
  readonly configurations: readonly Configuration[];
  /** Decides with the models that it is given. */
  readonly decideWith: (models: ReadonlyMap<string, LanguageModel>) => Decide;
  readonly openPlace: OpenPlace;
  readonly signal: AbortSignal;
}

/** What a manifest keeps of what a first question meets. */
export interface FirstLook {
  /** The system message that each configuration's model is sent first, by configuration. */
  readonly instructions: Readonly<Record<string, string>>;
  /** Versions of the engines that answer queries at the first place, by their names. Places of one set have the same. */
  readonly engines: Readonly<Record<string, string>>;
}

/**
 * Looks at what the first task's place has, and at what each configuration's model is sent there: made as in the run itself, and sent to nobody.
 * Configurations without a model have no instructions, and are tried all the same: what cannot be run is told before there is a run.
 * @throws FuxiError `usage` for a database without tables, and where the built-in rules can read nothing of what is asked about; as opening the place and as deciding
 */
export async function firstLook(options: FirstLookOptions): Promise<FirstLook> {
  const {
    set,
    tasks: [task],
    configurations,
    openPlace,
    signal,
  } = options;
  const place = task === undefined ? undefined : set.places[task.place];
  if (task === undefined || place === undefined) return { instructions: {}, engines: {} };
  const { environments, close } = await openPlace(place, signal);
  try {
    await checkTables(environments, task, signal);
    if (configurations.some(({ decider }) => decider === "built-in")) await checkRules(environments, options);
    const found: [string, string][] = [];
    for (const configuration of configurations) {
      const looked = lookedAt(configuration.model ?? "");
      const decide = options.decideWith(new Map([[configuration.model ?? "", looked.model]]));
      const decision = await decide(configuration, task, { environments, repeat: 0 });
      if (configuration.decider !== "model") continue;
      await runTask({
        task: { question: task.question },
        environments,
        ...decision,
        store: memoryTrajectoryStore(),
        artifacts: memoryArtifactStore(),
        principal: { id: "evaluation" },
        signal: AbortSignal.any([signal, looked.signal]),
      });
      const text = looked.text();
      if (text !== undefined) found.push([configuration.id, text]);
    }
    return { instructions: Object.fromEntries(found), engines: enginesOf(environments) };
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
  const context = {
    principal: { id: "evaluation" },
    signal,
    limits: DEFAULT_ACT_LIMITS,
    artifacts: memoryArtifactStore(),
  };
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

/** The rules read no API. A set that asks about nothing else would come out as one of which nothing is right. */
async function checkRules(
  first: readonly Environment[],
  { set, tasks, openPlace, signal }: FirstLookOptions,
): Promise<void> {
  const canRead = (environments: readonly Environment[]): boolean =>
    environments.some(({ capabilities }) => capabilities.heuristics !== undefined);
  if (canRead(first)) return;
  const [, ...others] = new Set(tasks.map(({ place }) => place));
  for (const name of others) {
    const place = set.places[name];
    if (place === undefined) continue;
    const { environments, close } = await openPlace(place, signal);
    try {
      if (canRead(environments)) return;
    } finally {
      await close();
    }
  }
  throw new FuxiError(
    "usage",
    `The built-in rules read databases and knowledge bases, and what is asked here is about ${[...new Set(first.map(({ kind }) => kind))].join(" and ")} alone.`,
    { hint: "Name a model (--model, --model-url), or --policy oracle." },
  );
}

function enginesOf(environments: readonly Environment[]): FirstLook["engines"] {
  const told = environments.flatMap(({ capabilities }) => capabilities.sql?.engine ?? []);
  return Object.fromEntries(told.map(({ name, version }) => [name, version]));
}

/** A model that is asked once and then stops the run. */
function lookedAt(modelId: string): {
  readonly model: LanguageModel;
  readonly signal: AbortSignal;
  readonly text: () => string | undefined;
} {
  const stop = new AbortController();
  let text: string | undefined;
  const aside = (): never => {
    stop.abort();
    throw new FuxiError("cancelled", "The request was looked at and not sent.");
  };
  return {
    signal: stop.signal,
    text: () => text,
    model: {
      specificationVersion: "v4",
      provider: "none",
      modelId,
      supportedUrls: {},
      doGenerate: async ({ prompt }) => {
        const [first] = prompt;
        if (first?.role === "system") text ??= first.content;
        return aside();
      },
      doStream: async () => aside(),
    },
  };
}
