import { randomUUID } from "node:crypto";
import { benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import { firstLook } from "../../../config/evaluation/first-look.ts";
import { openPlaces } from "../../../config/evaluation/open-place.ts";
import { policyAndStrategyFor } from "../../../config/evaluation/policy-and-strategy.ts";
import { openModel } from "../../../config/open-policy.ts";
import { version } from "../../../config/package-version.ts";
import { withoutCredentials } from "../../../config/target-names.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, OpenPlace } from "../../../evaluation/benchmark/benchmark.ts";
import { llmReferenceJudge, type ReferenceJudge } from "../../../evaluation/judges/judge.ts";
import { simulatedAsker } from "../../../evaluation/questions/asking.ts";
import type { RunRecords } from "../../../evaluation/report/compare-runs.ts";
import { unless } from "../../../evaluation/run/carry-run.ts";
import type {
  Configuration,
  Decide,
  Decider,
  ItemRecord,
  Manifest,
} from "../../../evaluation/run/configuration.ts";
import { type EvaluationEnd, recordsOf, runEvaluation } from "../../../evaluation/run/run-evaluation.ts";
import {
  chooseTasks,
  configurationsOf,
  type ManifestParts,
  manifestOf,
} from "../../../evaluation/run/run-plan.ts";
import { fillConfigurations, fillOf } from "../../../evaluation/tables/fill-table.ts";
import { PAPER_TABLES } from "../../../evaluation/tables/paper-tables.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import type { WorkStore } from "../../../trajectory/work-store.ts";
import { defaultFolders } from "../../../util/default-folders.ts";
import { given } from "../../../util/given.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { CliIo, SetExitCode } from "../../cli-io.ts";
import { EXIT } from "../../cli-io.ts";
import { type EvalOptions, loadOptionsOf, PAGE_FORMS } from "./eval-options.ts";
import { EVALUATION_PRINCIPAL, openEvaluationStores } from "./evaluation-stores.ts";
import { makeOutFolder, printReport } from "./print-report.ts";
import { openModels, pricesOf, progressOf, type ShownProgress } from "./run-setting.ts";

/** Options of a single call, which are not stored with the run. */
const OF_CALLS: readonly (keyof EvalOptions)[] = [
  "run",
  "out",
  "json",
  "quiet",
  "concurrency",
  "maxTokens",
  "maxCost",
  "maxTime",
  "retries",
  "prices",
  "store",
];

/** The given flags, as a manifest stores them: enough to resume without repeating them, and without secrets. */
function keptOptions(options: EvalOptions, isGiven: (name: string) => boolean): JsonObject {
  const kept = Object.entries(options).filter(
    ([name, value]) =>
      value !== undefined && isGiven(name) && !(OF_CALLS as readonly string[]).includes(name),
  );
  return JSON.parse(
    JSON.stringify(Object.fromEntries(kept), (_, value: unknown) =>
      typeof value === "string" ? withoutCredentials(value) : value,
    ),
  ) as JsonObject;
}

/** The manifest of the run with this id, if it was started. */
async function begunRun(work: WorkStore, id: string | undefined): Promise<Manifest | undefined> {
  if (id === undefined) return undefined;
  const summary = await unless("run-not-found", work.summary(id, EVALUATION_PRINCIPAL));
  return summary?.manifest as unknown as Manifest | undefined;
}

/** Options of a resumed run: those it was started with, overridden by given flags. */
function goingOn(
  options: EvalOptions,
  begun: Manifest | undefined,
  isGiven: (name: string) => boolean,
): EvalOptions {
  if (begun === undefined) return options;
  const given = Object.fromEntries(
    Object.entries(options).filter(
      ([name]) => isGiven(name) || (OF_CALLS as readonly string[]).includes(name),
    ),
  );
  return { ...options, ...(begun.options as Partial<EvalOptions>), ...given };
}

/** Maximum steps of a run (Middleware, Section 5). */
const STEPS = 15;
/** Maximum steps of the oracle: gold queries may have more clauses than models get steps. */
const ORACLE_STEPS = 60;

/** The configurations of a table's rows, or one for each combination of the values that the flags list. */
function allConfigurations(options: EvalOptions, deciders: Deciders): readonly Configuration[] {
  if (options.table === undefined) return configurationsFor(options, deciders);
  const { fill } = fillOf(PAPER_TABLES, options.table);
  return fillConfigurations(fill, ({ strategy, shots, oracleKnowledge }) =>
    configurationsFor({ ...options, strategy: [strategy], shots: [shots], oracleKnowledge }, deciders),
  );
}

function configurationsFor(options: EvalOptions, { decider, models }: Deciders): readonly Configuration[] {
  const { strategy, sampleRows, triples, shots, votes, format, temperature } = options;
  return configurationsOf(
    {
      strategies: strategy,
      models: models.size === 0 ? [undefined] : [...models.keys()],
      sampleRows,
      triples,
      steps: options.maxSteps ?? [decider === "oracle" ? ORACLE_STEPS : STEPS],
      shots,
      asking: askingOf(options),
    },
    {
      decider,
      ...given({ format, votes, tools: options.tools ?? (options.withoutTool && "all") }),
      withoutTools: options.withoutTool ?? [],
      without: options.without ?? [],
      errorFeedback: options.errorFeedback === "on",
      entities: options.entities,
      oracleKnowledge: options.oracleKnowledge,
      sampling: decider === "model" ? { temperature: temperature ?? 0 } : {},
    },
  );
}

function askingOf({
  ask,
  askBoth,
  userModel,
}: EvalOptions): readonly Pick<Configuration, "ask" | "userModel">[] {
  const silent = { ask: false };
  if (ask !== true && askBoth !== true) return [silent];
  const asking = { ask: true, ...given({ userModel }) };
  return askBoth === true ? [silent, asking] : [asking];
}

/** A call of the command, as typed. */
export interface EvalCall {
  readonly name?: string;
  readonly options: EvalOptions;
  /** Whether a flag was given, rather than taken from its default. */
  readonly isGiven: (name: string) => boolean;
}

/** The prepared run. */
interface Prepared {
  readonly benchmark: Benchmark;
  readonly set: BenchmarkSet;
  readonly manifest: Manifest;
  readonly decide: Decide;
  readonly judge?: ReferenceJudge;
  readonly openPlace: OpenPlace;
}

/** What another command does about a run. */
export interface RunHooks {
  /** Whether to begin, given what is to be done and what is done already. */
  begin(manifest: Manifest, done: readonly ItemRecord[]): Promise<boolean>;
  /** Prints the results in place of the report. */
  print(run: RunRecords): Promise<void>;
}

/** Runs a benchmark, or resumes a run, and prints the results. */
export async function runAction(
  call: EvalCall,
  io: CliIo,
  setExitCode: SetExitCode,
  hooks?: RunHooks,
): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const begun = await begunRun(stores.work, call.options.run);
  const options = goingOn(call.options, begun, call.isGiven);
  const name = call.name ?? begun?.benchmark;
  if (name === undefined) throw nothingNamed(options);
  const progress = progressOf(options.quiet === true, io);
  const { benchmark, manifest, ...prepared } = await prepare({ ...call, name, options, begun, progress }, io);
  // Creates the folder first, so that a failure does not come after all questions are paid for.
  if (options.out !== undefined) await makeOutFolder(options.out);
  const id = options.run ?? `${name}-${randomUUID().slice(0, 8)}`;
  const done = begun === undefined ? [] : await recordsOf(stores.work, id, EVALUATION_PRINCIPAL);
  if ((await hooks?.begin(manifest, done)) === false) return setExitCode(EXIT.cancelled);
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
  const run = { id, manifest: kept, records, measures: benchmark.measures };
  const { trajectories } = stores;
  if (hooks !== undefined) await hooks.print(run);
  else await printReport(run, { forms: PAGE_FORMS, trajectories, json: options.json, out: options.out }, io);
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
  const configurations = allConfigurations(options, deciders);
  const judge = await judgeOf(options, io, progress.warn);
  const set = await benchmark.load({ ...loadOptionsOf(options, judge?.id), cacheFolder: folders.cache });
  const decide: Decide = policyAndStrategyFor({
    models: deciders.models,
    tasks: set.tasks,
    cacheFolder: folders.cache,
    signal: io.signal,
    userFor: (task) => simulatedAsker({ task, ...given({ model: user }) }),
    onNotice: progress.warn,
  });
  const openPlace = openPlaces({
    folders,
    env: io.env,
    onWarning: progress.warn,
    ...given({ configuration: io.configuration, egress: options.egress }),
  });
  const { sample, only, repeat, concurrency, prices } = options;
  const chosen = given({
    sample: sample === undefined ? undefined : { size: sample, seed: options.seed },
    only,
  });
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
    versions: begun?.versions ?? {
      fuxi: version,
      node: process.versions.node,
      engines: await firstLook({ set, tasks, configurations, decide, openPlace, signal: io.signal }),
    },
  };
  if (begun !== undefined && begun.versions.fuxi !== version)
    progress.warn(
      `The run was begun with Fuxi ${begun.versions.fuxi}, and this is ${version}: what one asks and scores, the other may not.`,
    );
  return {
    benchmark,
    set,
    manifest: manifestOf(parts),
    decide,
    ...given({ judge }),
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
  const milliseconds = maxTime === undefined ? undefined : maxTime * 60_000;
  return given({ tokens: maxTokens, cost: maxCost, milliseconds });
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
  // The store's address may contain a password.
  const there = store === undefined ? "" : " --store <the same>";
  const resumeHint = `Go on with: fuxi eval --run ${id}${there}`;
  if (end.type === "cancelled") return [`Stopped. ${resumeHint}`];
  if (end.type === "budget") return [`${end.message} ${resumeHint}`];
  return [
    ...(out === undefined ? [`The report:       fuxi eval report ${id} --out <folder>${there}`] : []),
    `Beside another:   fuxi eval compare ${id} <run>${there}`,
  ];
}

/**
 * The judge that compares long-form answers to their references. Undefined if none was named. A name with a provider means that provider's model, even
 * if the agent's own model is on a server.
 * @throws FuxiError as `createModel`
 */
async function judgeOf(
  { judgeModel, judgeModelUrl, modelUrl }: EvalOptions,
  io: CliIo,
  onNotice: (notice: string) => void,
): Promise<ReferenceJudge | undefined> {
  if (judgeModel === undefined && judgeModelUrl === undefined) return undefined;
  const isOfProvider = judgeModelUrl === undefined && judgeModel?.includes("/") === true;
  const { FUXI_MODEL: _, FUXI_MODEL_URL, ...env } = io.env;
  const url = judgeModelUrl ?? (isOfProvider ? undefined : (modelUrl ?? FUXI_MODEL_URL));
  const model = await openModel({ env, ...given({ model: judgeModel, modelUrl: url }) });
  return model === undefined ? undefined : llmReferenceJudge(model, { onNotice });
}

interface Deciders {
  readonly decider: Decider;
  /** By the names in manifests. Empty if no model decides. */
  readonly models: ReadonlyMap<string, LanguageModel>;
}

/**
 * The deciders: the named models, else the model of the environment, else the one of `--policy`.
 * @throws FuxiError `usage` if both or neither were named, or several models with one recording; as `createModel`
 */
async function modelsOf(options: EvalOptions, io: CliIo): Promise<Deciders> {
  const { policy, model, modelUrl, record, replay, userModel } = options;
  if (policy !== undefined) {
    const isForUser = userModel !== undefined;
    if (model !== undefined || (!isForUser && [modelUrl, record, replay].some((each) => each !== undefined)))
      throw new FuxiError("usage", `With --policy ${policy} no model decides.`, {
        hint: "Leave out either --policy, or --model and what belongs to it.",
      });
    return { decider: policy, models: new Map() };
  }
  const models = await openModels(options, io);
  if (models.size > 0) return { decider: "model", models };
  throw new FuxiError("model-not-configured", "An evaluation needs somebody who decides.", {
    hint: "Name a model (--model, --model-url), --policy built-in for the rules that need none, or --policy oracle for the benchmark's gold.",
  });
}

/**
 * The model that plays the user if the data's own interpretations do not settle a question. Recorded and replayed like the deciding models.
 * @throws FuxiError `usage` if no configuration asks; as `createModel`
 */
async function userModelOf(
  { userModel, modelUrl, record, replay, ask, askBoth }: EvalOptions,
  io: CliIo,
): Promise<LanguageModel | undefined> {
  if (userModel === undefined) return undefined;
  if (ask !== true && askBoth !== true)
    throw new FuxiError("usage", "--user-model plays the user who is asked, and nobody is asked.", {
      hint: "Add --ask, or --ask-both, or leave --user-model out.",
    });
  return await openModel({ env: io.env, model: userModel, ...given({ modelUrl, record, replay }) });
}
