import { randomUUID } from "node:crypto";
import { benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import { classifyWith } from "../../../config/evaluation/classify-with.ts";
import { firstLook } from "../../../config/evaluation/first-look.ts";
import { openPlaces } from "../../../config/evaluation/open-place.ts";
import { policyAndStrategyFor } from "../../../config/evaluation/policy-and-strategy.ts";
import { defaultFolders } from "../../../config/folders.ts";
import { version } from "../../../config/package-version.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet } from "../../../evaluation/benchmark/benchmark.ts";
import type { OpenPlace } from "../../../evaluation/benchmark/place.ts";
import type { ReferenceJudge } from "../../../evaluation/judges/reference-judge.ts";
import { chooseTasks } from "../../../evaluation/run/choose-tasks.ts";
import type { Decide } from "../../../evaluation/run/decide.ts";
import type { Manifest } from "../../../evaluation/run/manifest.ts";
import { type ManifestParts, manifestOf } from "../../../evaluation/run/manifest-of.ts";
import { type EvaluationEnd, runEvaluation } from "../../../evaluation/run/run-evaluation.ts";
import type { Classify } from "../../../evaluation/run/run-item.ts";
import { simulatedAsker } from "../../../evaluation/run/simulated-asker.ts";
import type { EmbeddingModel, LanguageModel } from "../../../model/language-model.ts";

import { type CliIo, EXIT, type SetExitCode } from "../../cli-io.ts";

import { configurationsFor } from "./configurations-for.ts";
import type { EvalOptions } from "./eval-options.ts";
import { progressOf, type ShownProgress } from "./eval-progress.ts";
import { EVALUATION_PRINCIPAL, openEvaluationStores } from "./evaluation-stores.ts";
import { begunRun, goingOn, keptOptions } from "./going-on.ts";
import { judgeOf } from "./judge-of.ts";
import { loadOptionsOf } from "./load-options.ts";
import { makeOutFolder } from "./make-out-folder.ts";
import { type Deciders, embeddingOf, modelsOf, userModelOf } from "./models-of.ts";
import { pricesOf } from "./prices-of.ts";
import { printReport } from "./print-report.ts";
import { DEFAULT_FORMS } from "./report-forms.ts";

/** What was typed. */
export interface EvalCall {
  readonly name?: string;
  readonly options: EvalOptions;
  /** Whether a flag was given, and is not a default. */
  readonly isGiven: (name: string) => boolean;
}

/** What is run. */
interface Prepared {
  readonly benchmark: Benchmark;
  readonly set: BenchmarkSet;
  readonly manifest: Manifest;
  readonly decide: Decide;
  readonly classify: Classify;
  readonly judge?: ReferenceJudge;
  readonly openPlace: OpenPlace;
}

/** Runs a benchmark, or goes on with it, and prints what came of it. */
export async function runAction(call: EvalCall, io: CliIo, setExitCode: SetExitCode): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const begun = await begunRun(stores.work, call.options.run);
  const options = goingOn(call.options, begun, call.isGiven);
  const name = call.name ?? begun?.benchmark;
  if (name === undefined) throw nothingNamed(options);
  const progress = progressOf(options.quiet === true, io);
  const { benchmark, manifest, ...prepared } = await prepare({ ...call, name, options, begun, progress }, io);
  // Not only when all questions are paid for.
  if (options.out !== undefined) await makeOutFolder(options.out);
  const id = options.run ?? `${name}-${randomUUID().slice(0, 8)}`;
  if (options.quiet !== true) tellBeginning(id, manifest, begun !== undefined, io);
  const { records, end } = await runEvaluation({
    id,
    manifest,
    ...prepared,
    stores,
    principal: EVALUATION_PRINCIPAL,
    concurrency: options.concurrency,
    budget: budgetOf(options),
    retries: options.retries,
    signal: io.signal,
    onProgress: progress.update,
  }).finally(progress.end);
  const kept = begun ?? manifest;
  await printReport(
    { id, manifest: kept, records, measures: benchmark.measures },
    {
      forms: DEFAULT_FORMS,
      trajectories: stores.trajectories,
      ...(options.json === undefined ? {} : { json: options.json }),
      ...(options.out === undefined ? {} : { out: options.out }),
    },
    io,
  );
  if (options.quiet !== true) io.err(`\n${nextSteps(end, id, options).join("\n")}\n`);
  setExitCode(CODES[end.type]);
}

interface Wanted extends EvalCall {
  readonly name: string;
  readonly begun: Manifest | undefined;
  readonly progress: ShownProgress;
}

async function prepare({ name, options, isGiven, begun, progress }: Wanted, io: CliIo): Promise<Prepared> {
  const benchmark = await benchmarkNamed(name);
  const folders = defaultFolders(io.env);
  const deciders: Deciders = await modelsOf(options, io);
  const user = await userModelOf(options, io);
  const embedding = await embeddingOf(options, io);
  const configurations = configurationsFor(options, deciders);
  const judge = await judgeOf(options, io, progress.warn);
  const set = await benchmark.load({ ...loadOptionsOf(options, judge?.id), cacheFolder: folders.cache });
  const decide = (models: ReadonlyMap<string, LanguageModel>, ranking?: EmbeddingModel): Decide =>
    policyAndStrategyFor({
      models,
      ...(ranking === undefined ? {} : { embedding: ranking }),
      cacheFolder: folders.cache,
      signal: io.signal,
      userFor: (task) => simulatedAsker({ task, ...(user === undefined ? {} : { model: user }) }),
      onNotice: progress.warn,
    });
  const openPlace = openPlaces({
    folders,
    env: io.env,
    onWarning: progress.warn,
    ...(io.configuration === undefined ? {} : { configuration: io.configuration }),
    ...(options.egress === undefined ? {} : { egress: options.egress }),
  });
  const { sample, only, repeat, concurrency, prices } = options;
  const chosen = {
    ...(sample === undefined ? {} : { sample: { size: sample, seed: options.seed } }),
    ...(only === undefined ? {} : { only }),
  };
  const tasks = chooseTasks(set, chosen);
  if (tasks.length === 0)
    throw new FuxiError("usage", `The data of ${name} have no question that could be asked.`);
  if (options.policy === "oracle" && tasks.every(({ oracle }) => oracle === undefined)) {
    throw new FuxiError("usage", `The data of ${name} do not say by which actions an answer is reached.`, {
      hint: "Name a model, or --policy built-in.",
    });
  }
  const parts: ManifestParts = {
    set,
    benchmark: name,
    options: begun?.options ?? keptOptions(options, isGiven),
    configurations,
    repeats: repeat,
    ...chosen,
    ...(prices === undefined && begun !== undefined
      ? { prices: begun.prices, currency: begun.currency }
      : await pricesOf(prices, io.configuration?.content.evaluation)),
    concurrency,
    budget: budgetOf(options),
    seen:
      begun === undefined
        ? await firstLook({
            set,
            tasks,
            configurations,
            decideWith: (models) => decide(models),
            openPlace,
            signal: io.signal,
          })
        : begun,
    fuxi: version,
  };
  if (begun !== undefined && begun.versions.fuxi !== version)
    progress.warn(
      `The run was begun with Fuxi ${begun.versions.fuxi}, and this is ${version}: what one asks and scores, the other may not.`,
    );
  return {
    benchmark,
    set,
    manifest: manifestOf(parts),
    decide: decide(deciders.models, embedding),
    classify: classifyWith(configurations),
    ...(judge === undefined ? {} : { judge }),
    openPlace,
  };
}

function nothingNamed({ run }: EvalOptions): FuxiError {
  return run === undefined
    ? new FuxiError("usage", "No benchmark was named.", { hint: "See which there are: fuxi eval list" })
    : new FuxiError("usage", `There is no evaluation ${run} to go on with.`, {
        hint: "Name the benchmark to begin it, or see what was begun: fuxi eval runs",
      });
}

function budgetOf({ maxTokens, maxCost, maxTime }: EvalOptions): Manifest["budget"] {
  return {
    ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
    ...(maxCost === undefined ? {} : { cost: maxCost }),
    ...(maxTime === undefined ? {} : { milliseconds: maxTime * 60_000 }),
  };
}

function tellBeginning(id: string, manifest: Manifest, isBegun: boolean, io: CliIo): void {
  const { tasks, configurations, repeats } = manifest;
  const factors = [
    `${tasks.toLocaleString("en")} question${tasks === 1 ? "" : "s"}`,
    ...(configurations.length > 1 ? [`${configurations.length} configurations`] : []),
    ...(repeats > 1 ? [`${repeats} times`] : []),
  ];
  io.err(`${io.colors.dim(`${isBegun ? "going on with" : "run"} ${id}: ${factors.join(" × ")}`)}\n`);
}

const CODES: Readonly<Record<EvaluationEnd["type"], number>> = {
  done: EXIT.answered,
  budget: EXIT.stopped,
  cancelled: EXIT.cancelled,
};

function nextSteps(end: EvaluationEnd, id: string, { out, store }: EvalOptions): readonly string[] {
  // It may hold a password.
  const there = store === undefined ? "" : " --store <the same>";
  const goOn = `Go on with: fuxi eval --run ${id}${there}`;
  if (end.type === "cancelled") return [`Stopped. ${goOn}`];
  if (end.type === "budget") return [`${end.message} ${goOn}`];
  return [
    ...(out === undefined ? [`The report:       fuxi eval report ${id} --out <folder>${there}`] : []),
    `Beside another:   fuxi eval compare ${id} <run>${there}`,
  ];
}
