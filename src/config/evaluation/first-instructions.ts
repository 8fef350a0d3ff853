import { runTask } from "../../agent/run-loop.ts";
import { memoryArtifactStore } from "../../artifact-store/memory-artifact-store.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BenchmarkSet } from "../../evaluation/benchmark/benchmark.ts";
import type { BenchmarkTask } from "../../evaluation/benchmark/benchmark-task.ts";
import type { OpenPlace } from "../../evaluation/benchmark/place.ts";
import type { Configuration } from "../../evaluation/run/configuration.ts";
import type { Decide } from "../../evaluation/run/decide.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { memoryTrajectoryStore } from "../../trajectory-store/memory-trajectory-store.ts";

export interface FirstInstructionsOptions {
  readonly set: Pick<BenchmarkSet, "places">;
  /** The first of those that are asked. */
  readonly task: BenchmarkTask;
  readonly configurations: readonly Configuration[];
  /** Decides with the models that it is given. */
  readonly decideWith: (models: ReadonlyMap<string, LanguageModel>) => Decide;
  readonly openPlace: OpenPlace;
  readonly signal: AbortSignal;
}

/**
 * The system message that each configuration's model is sent first, by configuration: made as in the run itself, and sent to nobody. Configurations
 * without a model have none, and are tried all the same: what cannot be run is told before there is a run.
 * @throws FuxiError as opening the place and as deciding
 */
export async function firstInstructions(
  options: FirstInstructionsOptions,
): Promise<Readonly<Record<string, string>>> {
  const { set, task, configurations, openPlace, signal } = options;
  const place = set.places[task.place];
  if (place === undefined) return {};
  const { environments, close } = await openPlace(place, signal);
  try {
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
    return Object.fromEntries(found);
  } finally {
    await close();
  }
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
