import { readFile } from "node:fs/promises";
import { benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import { openPlaces } from "../../../config/evaluation/open-place.ts";
import { defaultFolders } from "../../../config/folders.ts";
import { openModel } from "../../../config/open-policy.ts";
import { LOCAL_PRINCIPAL } from "../../../config/shared-store.ts";
import { DEFAULT_ACT_LIMITS } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { BenchmarkSet } from "../../../evaluation/benchmark/benchmark.ts";
import { isSameFamily, modelName } from "../../../evaluation/judges/ask-verdict.ts";
import { humanLabels } from "../../../evaluation/judges/human-labels.ts";
import { type JudgedRun, judgeStored } from "../../../evaluation/judges/judge-stored.ts";
import { type JudgedMaterial, judgedMaterial } from "../../../evaluation/judges/judged-material.ts";
import type { Judging } from "../../../evaluation/judges/judging.ts";
import { type JudgingReport, judgingReport } from "../../../evaluation/judges/judging-report.ts";
import { judgingMarkdown, judgingNotes, judgingTables } from "../../../evaluation/judges/judging-tables.ts";
import { QUESTION_TYPES } from "../../../evaluation/judges/reference-judge.ts";
import type { ItemRecord } from "../../../evaluation/run/configuration.ts";
import { placePool } from "../../../evaluation/run/place-pool.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { readCsv } from "../../../util/read-csv.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { CliIo, SetExitCode } from "../../cli-io.ts";
import { EXIT } from "../../cli-io.ts";
import { checkSamePolicies } from "../../kept-policies.ts";
import { openTargets } from "../../open-targets.ts";
import { checkWritable, writeWholeFile } from "../../output/write-whole-file.ts";
import type { Reopen } from "../../session.ts";
import type { EvalOptions } from "./eval-options.ts";
import { progressOf } from "./eval-progress.ts";
import { EVALUATION_PRINCIPAL, type EvaluationStores, openEvaluationStores } from "./evaluation-stores.ts";
import type { JudgesOptions } from "./judges-options.ts";
import { JUDGING_PRINCIPAL } from "./judges-principal.ts";
import { loadOptionsOf } from "./load-options.ts";
import { pricesOf } from "./prices-of.ts";
import { tableText } from "./report-text.ts";
import { storedRun } from "./stored-run.ts";

/** What is judged: the items of an evaluation, or one run. */
interface JudgesSource extends AsyncDisposable {
  readonly runs: readonly JudgedRun[];
  /** Names of the models that answered. */
  readonly agents: readonly string[];
}

/** Materials that are kept beside those in use: each is asked about several times in a row. */
const MOST_KEPT = 50;
const OPEN_PLACES = 8;

/** @throws FuxiError `run-not-found`; `usage` for `--reference` of what has none and for tasks that were not answered */
async function judgesSource(
  id: string,
  options: JudgesOptions,
  stores: EvaluationStores,
  io: CliIo,
): Promise<JudgesSource> {
  try {
    return await evaluationSource(id, options, stores, io);
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "run-not-found") throw error;
    const events = await eventsOf(id, stores);
    // The nearest evaluations are the better hint where there is neither.
    if (events === undefined) throw error;
    return await singleSource(id, events, options, stores, io);
  }
}

async function eventsOf(id: string, { trajectories }: EvaluationStores) {
  try {
    return await trajectories.read(id, LOCAL_PRINCIPAL);
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "run-not-found") return undefined;
    throw error;
  }
}

async function evaluationSource(
  id: string,
  { description, only, reference, concurrency }: JudgesOptions,
  stores: EvaluationStores,
  io: CliIo,
): Promise<JudgesSource> {
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
    ...(io.configuration === undefined ? {} : { configuration: io.configuration }),
    ...(kept.egress === undefined ? {} : { egress: kept.egress }),
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

async function singleSource(
  id: string,
  events: readonly RunEvent[],
  { description, only, reference }: JudgesOptions,
  { trajectories }: EvaluationStores,
  io: CliIo,
): Promise<JudgesSource> {
  if (reference === true || only !== undefined)
    throw new FuxiError("usage", `${id} is a single run: it has no references and no other questions.`, {
      hint: "Leave --reference and --only out.",
    });
  const started = events.find((event) => event.type === "run-started");
  const { reopen } = await trajectories.summary(id, LOCAL_PRINCIPAL);
  const {
    targets = [],
    options = {},
    policies,
  }: Partial<Reopen> = reopen === undefined ? {} : (JSON.parse(reopen) as Reopen);
  const opened = description && targets.length > 0 ? await openTargets(targets, io, options) : undefined;
  if (opened !== undefined) checkSamePolicies(id, policies, opened.environments);
  const model = /^llm:(.*)$/u.exec(started?.policy ?? "")?.[1];
  const material = cached(() =>
    opened === undefined
      ? Promise.resolve(judgedMaterial(events))
      : described(id, events, opened.environments, io),
  );
  return {
    runs: [{ item: id, configuration: started?.strategy ?? "", task: id, material: () => material(id) }],
    agents: model === undefined ? [] : [model],
    [Symbol.asyncDispose]: async () => opened?.[Symbol.asyncDispose](),
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
  return judgedMaterial(events, {
    description: texts.join("\n\n"),
    isFunctional: ({ environment, tool }) =>
      environments.find(({ id }) => id === environment)?.tools.find(({ name }) => name === tool)?.group ===
      "functional",
  });
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
  const labels = options.human === undefined ? undefined : await judgesLabels(options.human);
  const models = await judgesOf(options, io);
  const { prices, currency } = await pricesOf(options.prices, io.configuration?.content.evaluation);
  await using stores = await openEvaluationStores(io);
  await using source = await judgesSource(run, options, stores, io);
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
    again: options.again === true,
    signal: io.signal,
    onNotice: progress.warn,
    onProgress: progress.update,
  }).finally(progress.end);
  const report = judgingReport(judged, {
    judging,
    currency,
    warnings,
    ...(labels === undefined ? {} : { labels }),
  });
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
  const text = out.endsWith(".md") ? judgingMarkdown(report) : `${JSON.stringify(report, null, 2)}\n`;
  await writeWholeFile(out, [text]);
  io.err(`written: ${out}\n`);
}

function checkOut(out: string | undefined): void {
  if (out === undefined) return;
  if (!/\.(?:json|md)$/u.test(out))
    throw new FuxiError("usage", `${out} is neither a .json nor a .md file.`, {
      hint: "Name report.json (with every rationale) or report.md.",
    });
  checkWritable(out);
}

/** @throws FuxiError `model-not-configured`; `usage` where several models share one recording */
async function judgesOf(
  { model, modelUrl, record, replay }: JudgesOptions,
  io: CliIo,
): Promise<ReadonlyMap<string, LanguageModel>> {
  const names = [...new Set(model ?? [undefined])];
  if (names.length > 1 && (record !== undefined || replay !== undefined))
    throw new FuxiError("usage", "One recording stands for one model, and several are named.", {
      hint: "Name one judge, or leave the recording out.",
    });
  const models = new Map<string, LanguageModel>();
  for (const name of names) {
    const opened = await openModel({
      env: io.env,
      ...(name === undefined ? {} : { model: name }),
      ...(modelUrl === undefined ? {} : { modelUrl }),
      ...(record === undefined ? {} : { record }),
      ...(replay === undefined ? {} : { replay }),
    });
    if (opened !== undefined) models.set(name ?? io.env["FUXI_MODEL"] ?? opened.modelId, opened);
  }
  if (models.size > 0) return models;
  throw new FuxiError("model-not-configured", "To judge takes a language model.", {
    hint: "Name one or several: --model, --model-url.",
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

/** People's verdicts of a CSV file. @throws FuxiError `target-not-found`, `data-invalid` where columns are missing */
async function judgesLabels(path: string) {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new FuxiError("target-not-found", `The labels in ${path} cannot be read.`, {
      cause,
      hint: "Name a CSV file with the columns task, sub-task and verdict.",
    });
  });
  const rows = text.split(/\r\n|\r|\n/u).flatMap((each, at) => {
    const [cells] = readCsv(each);
    return cells === undefined ? [] : [{ line: at + 1, cells }];
  });
  const { missing, ...read } = humanLabels(rows);
  if (missing.length === 0) return read;
  throw new FuxiError("data-invalid", `The labels in ${path} have no column ${missing.join(", ")}.`, {
    hint: "The first line names the columns: task,sub-task,verdict, and configuration where a run has several.",
  });
}
