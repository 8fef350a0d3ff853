import { benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import { openPlaces } from "../../../config/evaluation/open-place.ts";
import { LOCAL_PRINCIPAL } from "../../../config/shared-store.ts";
import { DEFAULT_ACT_LIMITS } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { BenchmarkSet } from "../../../evaluation/benchmark/benchmark.ts";
import { isSameFamily, modelName } from "../../../evaluation/judges/judge.ts";
import { type Judging, judgeStored } from "../../../evaluation/judges/judge-stored.ts";
import {
  isWithheld,
  type JudgedMaterial,
  judgedMaterial,
} from "../../../evaluation/judges/judged-material.ts";
import {
  type JudgingReport,
  judgingNotes,
  judgingReport,
  judgingTables,
} from "../../../evaluation/judges/judging-report.ts";
import type { ItemRecord } from "../../../evaluation/run/configuration.ts";
import { placePool } from "../../../evaluation/run/place-pool.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { defaultFolders } from "../../../util/default-folders.ts";
import { given } from "../../../util/given.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { CliIo, SetExitCode } from "../../cli-io.ts";
import { EXIT } from "../../cli-io.ts";
import { checkWritable, writeWholeFile } from "../../output/write-whole-file.ts";
import { type EvalOptions, type JudgesOptions, loadOptionsOf } from "./eval-options.ts";
import {
  EVALUATION_PRINCIPAL,
  type EvaluationStores,
  JUDGING_PRINCIPAL,
  openEvaluationStores,
  storedRun,
} from "./evaluation-stores.ts";
import { tableText } from "./print-report.ts";
import { openModels, pricesOf, progressOf } from "./run-setting.ts";

/** Maximum number of cached materials besides those in use. Each is used several times in a row. */
const MOST_STORED = 50;
const OPEN_PLACES = 8;

/**
 * The items of an evaluation, with the material for judges.
 * @throws FuxiError `run-not-found`; `usage` for tasks that were not answered
 */
async function judgedRuns(
  id: string,
  { description, only, concurrency }: JudgesOptions,
  stores: EvaluationStores,
  io: CliIo,
) {
  const { manifest, records } = await storedRun(stores.work, id);
  const chosen = chosenRecords(records, only);
  const kept = manifest.options as unknown as EvalOptions;
  const folders = defaultFolders(io.env);
  const set = description
    ? await (await benchmarkNamed(manifest.benchmark)).load({
        ...loadOptionsOf(kept),
        cacheFolder: folders.cache,
      })
    : undefined;
  const openPlace = openPlaces({
    folders,
    env: io.env,
    onWarning: () => {},
    ...given({ configuration: io.configuration, egress: kept.egress }),
  });
  const pool = placePool(openPlace, Math.max(OPEN_PLACES, concurrency), io.signal);
  const material = cached(async (run: string): Promise<JudgedMaterial | undefined> => {
    const record = chosen.find((each) => each.run === run);
    const events = await stores.trajectories.read(run, EVALUATION_PRINCIPAL);
    if (isWithheld(events)) return undefined;
    const place = set === undefined ? undefined : placeOf(set, record?.task ?? "");
    if (place === undefined) return judgedMaterial(events);
    const { environments } = await pool.acquire(place.key, place.place);
    try {
      return await described(events, environments, io);
    } finally {
      await pool.release(place.key);
    }
  });
  const models = manifest.configurations.flatMap(({ model }) => model ?? []);
  return {
    runs: chosen.map(({ item, configuration, task, run }) => ({
      ...{ item, configuration, task },
      material: () => material(run),
    })),
    agents: [...new Set(models)],
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** Adds the environments' descriptions to the material. */
async function described(
  events: readonly RunEvent[],
  environments: readonly Environment[],
  { signal }: CliIo,
): Promise<JudgedMaterial> {
  const { keptInMemory } = await import("../../../evaluation/itool/kept-in-memory.ts");
  const act = { principal: LOCAL_PRINCIPAL, signal, limits: DEFAULT_ACT_LIMITS, artifacts: keptInMemory() };
  const texts = await Promise.all(
    environments.map(async (environment) => (await environment.describe("schema", undefined, act)).text),
  );
  return judgedMaterial(events, { description: texts.join("\n\n") });
}

function placeOf(set: BenchmarkSet, task: string) {
  const key = set.tasks.find(({ id }) => id === task)?.place;
  const place = key === undefined ? undefined : set.places[key];
  return key === undefined || place === undefined ? undefined : { key, place };
}

function chosenRecords(
  records: readonly ItemRecord[],
  only: readonly string[] | undefined,
): readonly ItemRecord[] {
  if (records.length === 0)
    throw new FuxiError("usage", "None of its questions has been answered yet.", {
      hint: "Go on with the evaluation first.",
    });
  if (only === undefined) return records;
  const tasks = [...new Set(records.map(({ task }) => task))];
  const unknown = only.find((each) => !tasks.includes(each));
  if (unknown === undefined) return records.filter(({ task }) => only.includes(task));
  const near = nearestNames(unknown, tasks, { limit: 3 }).map(({ name }) => name);
  throw new FuxiError("usage", `No answered question has the id ${unknown}.`, {
    hint: `There are ${tasks.length}, such as ${(near.length > 0 ? near : tasks.slice(0, 3)).join(", ")}.`,
  });
}

/** Caches the last materials, which suffices since items come run by run. */
function cached(fetch: (run: string) => Promise<JudgedMaterial | undefined>) {
  const kept = new Map<string, Promise<JudgedMaterial | undefined>>();
  return async (run: string): Promise<JudgedMaterial | undefined> => {
    const found = kept.get(run) ?? fetch(run);
    kept.delete(run);
    kept.set(run, found);
    const [oldest] = kept.keys();
    if (kept.size > MOST_STORED && oldest !== undefined) kept.delete(oldest);
    return await found;
  };
}

/** Judges a stored evaluation or run, or resumes judging it, and prints the results. */
export async function judgesAction(
  run: string,
  options: JudgesOptions,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  checkOut(options.out);
  const models = await openModels(options, io);
  if (models.size === 0)
    throw new FuxiError("model-not-configured", "To judge takes a language model.", {
      hint: "Name one or several: --model, --model-url.",
    });
  const { prices, currency } = await pricesOf(options.prices, io.configuration?.content.evaluation);
  await using stores = await openEvaluationStores(io);
  await using source = await judgedRuns(run, options, stores, io);
  const names = [...models.keys()];
  const judging: Judging = {
    run,
    items: source.runs.map(({ item }) => item),
    reviewers: inTurn(names, options.reviewers),
    metaReviewers: inTurn(names, options.meta),
    temperature: options.temperature,
    withDescription: options.description,
  };
  const warnings = familyWarnings(models, source.agents);
  const progress = progressOf(options.quiet === true, io);
  for (const warning of warnings) progress.warn(warning);
  const judged = await judgeStored({
    judging,
    runs: source.runs,
    models,
    work: stores.work,
    principal: JUDGING_PRINCIPAL,
    prices,
    concurrency: options.concurrency,
    signal: io.signal,
    onNotice: progress.warn,
    onProgress: progress.update,
  }).finally(progress.end);
  const report = judgingReport(judged, { judging, currency, warnings });
  await tell(report, options, io);
  if (judged.done) return;
  io.err("\nStopped. The same command goes on with it.\n");
  setExitCode(EXIT.cancelled);
}

async function tell(report: JudgingReport, { out, json }: JudgesOptions, io: CliIo): Promise<void> {
  if (json === true) io.out(`${JSON.stringify(report, null, 2)}\n`);
  else {
    const tables = judgingTables(report).map((table) => tableText(table, io));
    const notes = judgingNotes(report).map((text) => io.colors.dim(`- ${visibleText(text)}`));
    io.out(`${[...tables, notes.join("\n")].join("\n\n")}\n`);
  }
  if (out === undefined) return;
  await writeWholeFile(out, [`${JSON.stringify(report, null, 2)}\n`]);
  io.err(`written: ${out}\n`);
}

function checkOut(out: string | undefined): void {
  if (out === undefined) return;
  if (!out.endsWith(".json"))
    throw new FuxiError("usage", `${out} is no .json file.`, { hint: "Name report.json." });
  checkWritable(out);
}

function inTurn(names: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => names[at % names.length] ?? "");
}

function familyWarnings(
  models: ReadonlyMap<string, LanguageModel>,
  agents: readonly string[],
): readonly string[] {
  return [...models].flatMap(([name, model]) =>
    agents
      .filter((agent) => isSameFamily(name, agent) || isSameFamily(modelName(model), agent))
      .map(
        (agent) =>
          `${name} judges ${agent}, which is of its own family: it may favour it. Name a judge of another one.`,
      ),
  );
}
