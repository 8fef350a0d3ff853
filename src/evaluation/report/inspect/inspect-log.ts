import { FuxiError } from "../../../errors/fuxi-error.ts";
import { addUsage, NO_USAGE, type Usage } from "../../../model/usage.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Measure } from "../../benchmark/measure.ts";
import type { Configuration } from "../../run/configuration.ts";
import type { ItemRecord } from "../../run/item-record.ts";
import type { ConfigurationReport, Report } from "../report.ts";
import { inspectTaskId } from "./inspect-file-name.ts";
import { inspectSample } from "./inspect-sample.ts";
import { modelUsage, utc } from "./inspect-usage.ts";

export interface InspectLogOptions {
  /** Events of the run of an item; none where its trajectory is not stored any more. */
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
}

/**
 * The results of one configuration as a log of Inspect (UK AI Security Institute), version 2 of its format as JSON (inspect.aisi.org.uk/eval-logs.html): one log is one task
 * with one model, so a run gives one for each configuration. Scores are what this project's scorers said; `fuxi` members of metadata hold what Inspect has no place for.
 * @throws FuxiError `usage` where the run has no such configuration
 */
export async function inspectLog(
  report: Report,
  records: readonly ItemRecord[],
  configuration: string,
  { trajectoryOf }: InspectLogOptions,
): Promise<JsonObject> {
  const found = report.configurations.find((each) => each.configuration.id === configuration);
  if (found === undefined) {
    throw new FuxiError("usage", `The run ${report.id} has no configuration "${configuration}".`, {
      hint: `It has ${report.configurations.map((each) => `"${each.configuration.id}"`).join(", ")}.`,
    });
  }
  const own = records.filter((record) => record.configuration === configuration);
  const model = modelOf(found.configuration);
  const isInDollars = report.manifest.currency === "USD";
  const samples: JsonObject[] = [];
  let completedAt = report.manifest.startedAt;
  for (const record of own) {
    const events = await trajectoryOf(record.run);
    const last = events.at(-1)?.at;
    if (last !== undefined && Date.parse(last) > Date.parse(completedAt)) completedAt = last;
    samples.push(inspectSample(record, events, { model, measures: report.measures, isInDollars }));
  }
  const settings = { ...found.configuration } as JsonObject;
  const planned = report.manifest.tasks * report.manifest.repeats;
  return {
    version: 2,
    status: own.length < planned ? "started" : "success",
    eval: spec(report, found.configuration, { model, tasks: [...new Set(own.map(({ task }) => task))] }),
    plan: {
      name: "plan",
      steps: [{ solver: found.configuration.strategy, params: settings, params_passed: settings }],
      config: {},
    },
    results: results(found, own, report.measures, planned),
    stats: {
      started_at: utc(report.manifest.startedAt),
      completed_at: own.length < planned ? "" : utc(completedAt),
      model_usage: {
        [model]: modelUsage(own.reduce<Usage>((sum, { usage }) => addUsage(sum, usage), NO_USAGE)),
      },
      role_usage: {},
    },
    invalidated: false,
    tags: [],
    metadata: {},
    samples,
  };
}

const modelOf = ({ model, decider }: Configuration): string => model ?? `none/${decider}`;

interface Asked {
  readonly model: string;
  /** Of which there are answers. */
  readonly tasks: readonly string[];
}

function spec(
  { id, manifest }: Report,
  configuration: Configuration,
  { model, tasks: answered }: Asked,
): JsonObject {
  const { benchmark, options, tasks, repeats, versions, checksums, notes, startedAt, sample } = manifest;
  return {
    eval_id: `${id}-${configuration.id}`,
    run_id: id,
    created: utc(startedAt),
    task: benchmark,
    task_id: inspectTaskId(id, configuration.id),
    task_version: 0,
    task_attribs: {},
    task_args: options,
    task_args_passed: options,
    solver: configuration.strategy,
    dataset: { name: benchmark, samples: tasks, sample_ids: answered, shuffled: sample !== undefined },
    model,
    model_args: {},
    model_generate_config: generateConfig(configuration.sampling),
    config: { epochs: repeats, epochs_reducer: ["mean"], fail_on_error: false },
    packages: { fuxi: versions.fuxi },
    metadata: {
      fuxi: { configuration: { ...configuration } as JsonObject, checksums, notes, versions } as JsonObject,
    },
  };
}

/** Of what is handed to the model, the settings that Inspect names alike. */
function generateConfig(sampling: JsonObject): JsonObject {
  const named = { temperature: "temperature", topP: "top_p", seed: "seed", maxOutputTokens: "max_tokens" };
  return Object.fromEntries(
    Object.entries(named).flatMap(([ours, theirs]) =>
      typeof sampling[ours] === "number" ? [[theirs, sampling[ours]]] : [],
    ),
  );
}

function results(
  { items, measures: estimates }: ConfigurationReport,
  records: readonly ItemRecord[],
  measures: readonly Measure[],
  planned: number,
): JsonObject {
  return {
    total_samples: planned,
    completed_samples: records.filter(({ outcome }) => outcome !== "failed").length,
    scores: measures.flatMap(({ id, description }) => {
      const estimate = estimates[id];
      if (estimate === undefined) return [];
      const { mean, interval } = estimate;
      const scored = records.filter(({ scores }) => Number.isFinite(scores[id])).length;
      const metrics = {
        mean: { name: "mean", value: mean, params: {} },
        ...(interval === undefined
          ? {}
          : {
              low_95: { name: "low_95", value: interval.low, params: {} },
              high_95: { name: "high_95", value: interval.high, params: {} },
            }),
      };
      return [
        {
          name: id,
          scorer: id,
          reducer: "mean",
          scored_samples: scored,
          unscored_samples: items - scored,
          params: {},
          metrics,
          metadata: { description },
        },
      ];
    }),
  };
}
