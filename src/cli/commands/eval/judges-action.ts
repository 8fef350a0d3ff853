import { readFile } from "node:fs/promises";
import { benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import { openPlaces } from "../../../config/evaluation/open-place.ts";
import { defaultFolders } from "../../../config/folders.ts";
import { LOCAL_PRINCIPAL } from "../../../config/shared-store.ts";
import { DEFAULT_ACT_LIMITS } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { BenchmarkSet } from "../../../evaluation/benchmark/benchmark.ts";
import { humanLabels } from "../../../evaluation/judges/human-agreement.ts";
import { isSameFamily, modelName, QUESTION_TYPES } from "../../../evaluation/judges/judge.ts";
import { type JudgedRun, type Judging, judgeStored } from "../../../evaluation/judges/judge-stored.ts";
import { type JudgedMaterial, judgedMaterial } from "../../../evaluation/judges/judged-material.ts";
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

/** Materials that are kept beside those in use: each is asked about several times in a row. */
const MOST_KEPT = 50;
const OPEN_PLACES = 8;

/** The items of an evaluation, with what reaches a judge of each. @throws FuxiError `run-not-found`; `usage` for `--reference` of what has none and for tasks that were not answered */
async function judgedRuns(
  id: string,
  { description, only, reference, concurrency }: JudgesOptions,
  stores: EvaluationStores,
  io: CliIo,
) {
  const { manifest, records } = await storedRun(stores.work, id);
  const chosen = chosenRecords(records, only);
  if (reference === true && chosen.every((record) => referenceOf(record) === undefined))
    throw new FuxiError("usage", `The questions of ${id} have no reference answers to compare with.`, {
      hint: "Leave --reference out: peer review needs none.",
    });
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
  const material = cached(async (run: string): Promise<JudgedMaterial> => {
    const record = chosen.find((each) => each.run === run);
    const events = await stores.trajectories.read(run, EVALUATION_PRINCIPAL);
    const place = set === undefined ? undefined : placeOf(set, record?.task ?? "");
    if (place === undefined) return judgedMaterial(events);
    const { environments } = await pool.acquire(place.key, place.place);
    try {
      return await described(run, events, environments, io);
    } finally {
      await pool.release(place.key);
    }
  });
  const models = manifest.configurations.flatMap(({ model }) => model ?? []);
  return {
    runs: chosen.map((record) => {
      const against = reference === true ? referenceOf(record) : undefined;
      return {
        item: record.item,
        configuration: record.configuration,
        task: record.task,
        material: () => material(record.run),
        ...(against === undefined ? {} : { reference: against }),
      };
    }),
    agents: [...new Set(models)],
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** The material with what the environments say of themselves. What may be told of them now has to be what was told then. */
async function described(
  run: string,
  events: readonly RunEvent[],
  environments: readonly Environment[],
  { signal }: CliIo,
): Promise<JudgedMaterial> {
  const started = events.find((event) => event.type === "run-started");
  for (const { id, egress } of environments) {
    const then = started?.environments.find((each) => each.id === id);
    if (then === undefined || then.egress === egress) continue;
    throw new FuxiError("configuration-invalid", `${run} was made under another egress level of ${id}.`, {
      hint: "Judge it under the level that it was made under, or answer its question anew.",
    });
  }
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

function referenceOf({ groups, gold, answer, question }: ItemRecord): JudgedRun["reference"] {
  const type = QUESTION_TYPES.find((each) => each === groups["type"]);
  if (type === undefined || gold === undefined || answer === undefined) return undefined;
  return { type, question, reference: gold, answer };
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

/** Items come run by run, so that the last few are enough. */
function cached(fetch: (run: string) => Promise<JudgedMaterial>) {
  const kept = new Map<string, Promise<JudgedMaterial>>();
  return async (run: string): Promise<JudgedMaterial> => {
    const found = kept.get(run) ?? fetch(run);
    kept.delete(run);
    kept.set(run, found);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return await found;
  };
}

/** Judges a stored evaluation or run, or goes on with it, and prints what came of it. */
export async function judgesAction(
  run: string,
  options: JudgesOptions,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  checkOut(options.out);
  const labels = options.human === undefined ? undefined : humanLabels(await labelsText(options.human));
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
    ...(options.reference === true ? { reference: names[0] ?? "" } : {}),
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
  const report = judgingReport(judged, { judging, currency, warnings, labels });
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

async function labelsText(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((cause: unknown) => {
    throw new FuxiError("target-not-found", `The labels in ${path} cannot be read.`, {
      cause,
      hint: "Name a CSV file with the columns task, sub-task and verdict.",
    });
  });
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
