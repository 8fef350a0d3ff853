import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import type { WorkStore } from "../../trajectory/work-store.ts";
import type { JsonObject } from "../../util/json.ts";
import type { BenchmarkSet, OpenPlace } from "../benchmark/benchmark.ts";
import type { ReferenceJudge } from "../judges/judge.ts";
import {
  type Configuration,
  costUnder,
  type Decide,
  type ItemRecord,
  type Manifest,
} from "./configuration.ts";
import { placePool } from "./place-pool.ts";
import { type ItemContext, runItem } from "./run-item.ts";
import { checkSameRun, chooseTasks, type EvaluationItem, evaluationItems } from "./run-plan.ts";
import { type EvaluationProgress, WorkMeter, workThrough } from "./work-through.ts";

/** Benchmark set, agents and stores of an evaluation. */
export interface RunEvaluationOptions {
  /** Id of the run. An existing run of the principal is resumed. */
  readonly id: string;
  /** Definition of the run, from `manifestOf`. */
  readonly manifest: Manifest;
  readonly set: BenchmarkSet;
  readonly openPlace: OpenPlace;
  readonly decide: Decide;
  /** Compares long-form answers with their references. Its usage counts in no budget. */
  readonly judge?: ReferenceJudge;
  readonly stores: {
    readonly work: WorkStore;
    readonly trajectories: TrajectoryStore;
    readonly artifacts: ArtifactStore;
  };
  readonly principal: Principal;
  /** Overrides the manifest's value for this call. */
  readonly concurrency?: number;
  /** Overrides the manifest's value for this call. Tokens and cost count over the whole run, time from this call on. */
  readonly budget?: Manifest["budget"];
  /** Number of retries of an item that failed for an external reason (3). */
  readonly retries?: number;
  /** Pause before the first retry (5,000). Each further one is four times as long, up to five minutes. */
  readonly retryPauseMilliseconds?: number;
  /** Time limit of a query in scoring (30,000, as in BIRD's evaluator). */
  readonly scoreMilliseconds?: number;
  /** Time until an item of a killed process is free again (30,000). */
  readonly leaseMilliseconds?: number;
  /** Maximum idle places to keep open (8). */
  readonly openPlaces?: number;
  /** Interrupts running items, which a later call resumes. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvaluationProgress) => void;
}

/** Why a call ended. `budget`: a limit was reached, and running items were finished. `cancelled`: by `signal`. */
export type EvaluationEnd =
  | { readonly type: "done" }
  | { readonly type: "budget"; readonly reached: keyof Manifest["budget"]; readonly message: string }
  | { readonly type: "cancelled" };

/** The result of a call. */
export interface EvaluationResult {
  readonly id: string;
  readonly end: EvaluationEnd;
  /** Records of all finished items, by any process, in order. */
  readonly records: readonly ItemRecord[];
}

/** Interval between checks for results of other processes. */
const KNOW_MILLISECONDS = 10_000;

/**
 * Runs a manifest's items, or resumes the run, also after a kill, or beside other processes on the same stores. Each item is answered by one process, and
 * no finished item is repeated.
 *
 * @throws FuxiError `usage` (another run has that id, a wrong number), `configuration-invalid` (a cost bound without prices), `model-refused` and
 * others that would be the same for every task, `store-unavailable`, `store-corrupt`
 */
export async function runEvaluation(options: RunEvaluationOptions): Promise<EvaluationResult> {
  const { id, manifest, set, stores, principal } = options;
  const { concurrency = manifest.concurrency, budget = manifest.budget } = options;
  const items = evaluationItems(id, { ...manifest, tasks: chooseTasks(set, manifest) });
  check(concurrency, budget, manifest);
  await begin(options, items);
  const byName = new Map(items.map((item) => [item.name, item]));
  const meter = new WorkMeter(items.length);
  /** Configurations under which a model has replied. */
  const replied = new Set<string>();
  const stored = await recordsOf(stores.work, id, principal);
  for (const { usage, configuration } of stored) if (usage.calls > 0) replied.add(configuration);
  meter.start(stored.map((record) => [record.item, record]));

  const signal = options.signal ?? new AbortController().signal;
  const tell = (): void => options.onProgress?.(meter.progress());
  await using pool = placePool(options.openPlace, Math.max(options.openPlaces ?? 8, concurrency), signal);
  const spending = new Map<string, Usage>();
  const context: ItemContext = {
    set,
    pool,
    decide: options.decide,
    ...(options.judge === undefined ? {} : { judge: options.judge }),
    ...stores,
    principal,
    prices: manifest.prices,
    retries: options.retries ?? 3,
    pauseMilliseconds: options.retryPauseMilliseconds ?? 5000,
    scoreMilliseconds: options.scoreMilliseconds ?? 30_000,
    onEvent({ name, configuration }, event) {
      if (event.type !== "policy-replied") return;
      const usage = addUsage(spending.get(name) ?? NO_USAGE, event.reply.usage);
      spending.set(name, usage);
      if (usage.calls > 0) replied.add(configuration.id);
      meter.run(name, { usage, cost: costUnder(configuration, usage, manifest.prices) });
      tell();
    },
  };
  let reached: keyof Manifest["budget"] | undefined;
  let known = performance.now();
  await workThrough({
    ...{ work: stores.work, principal, id, concurrency, signal },
    leaseMilliseconds: options.leaseMilliseconds ?? 30_000,
    async stop() {
      if (performance.now() - known >= KNOW_MILLISECONDS) {
        known = performance.now();
        for (const record of await recordsOf(stores.work, id, principal)) meter.finish(record.item, record);
      }
      reached ??= boundOf(meter.progress(), budget);
      return reached !== undefined;
    },
    async do(name, itemSignal) {
      const item = byName.get(name);
      if (item === undefined)
        throw new FuxiError("data-invalid", `The run ${id} has an item ${name}, and the data have none.`);
      const record = await runItem(item, context, itemSignal);
      if (record !== undefined && !replied.has(record.configuration)) checkRefused(record);
      return record as unknown as JsonObject | undefined;
    },
    onBegun(name) {
      meter.run(name);
      tell();
    },
    onEnded(name, result) {
      meter.end(name);
      spending.delete(name);
      if (result !== undefined) meter.finish(name, result as unknown as ItemRecord);
      tell();
    },
  });
  const records = await recordsOf(stores.work, id, principal);
  return { id, end: endOf(options, reached, items.length - records.length), records };
}

/** The exhausted budget. Undefined if there is none. */
function boundOf(
  now: EvaluationProgress,
  { tokens, cost, milliseconds }: Manifest["budget"],
): keyof Manifest["budget"] | undefined {
  if (tokens !== undefined && now.tokens >= tokens) return "tokens";
  if (cost !== undefined && now.cost !== undefined && now.cost >= cost) return "cost";
  return milliseconds !== undefined && now.milliseconds >= milliseconds ? "milliseconds" : undefined;
}

/** Ends the run if a model refuses without ever having replied: its name or key is wrong. */
function checkRefused({ configuration, outcome, reason, usage, remark }: ItemRecord): void {
  if (outcome !== "failed" || reason !== "model-refused" || usage.calls > 0) return;
  throw new FuxiError("model-refused", remark ?? `The model of ${configuration} refuses to answer.`, {
    hint: "Check the model's name and its key, then go on with the run.",
  });
}

async function begin(
  { id, manifest, principal, stores }: RunEvaluationOptions,
  items: readonly EvaluationItem[],
): Promise<void> {
  const given = JSON.parse(JSON.stringify(manifest)) as JsonObject;
  try {
    await stores.work.create({ id, principal, manifest: given, items: items.map(({ name }) => name) });
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "store-conflict") throw error;
    checkSameRun(id, (await stores.work.summary(id, principal)).manifest, given);
  }
}

/** @throws FuxiError `run-not-found` */
export async function recordsOf(
  work: Pick<WorkStore, "results">,
  id: string,
  principal: Principal,
): Promise<readonly ItemRecord[]> {
  return (await work.results(id, principal)).map(({ result }) => result as unknown as ItemRecord);
}

function check(concurrency: number, budget: Manifest["budget"], manifest: Manifest): void {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new FuxiError("usage", `${concurrency} tasks cannot be done beside each other.`, {
      hint: "Give a whole number from 1 up.",
    });
  }
  const wrong = Object.entries(budget).find(([, most]) => most !== undefined && !(most >= 0));
  if (wrong !== undefined) {
    throw new FuxiError("usage", `The budget of ${wrong[0]} cannot be ${wrong[1]}.`, {
      hint: "Give a number from 0 up.",
    });
  }
  if (budget.cost === undefined) return;
  const unpriced = manifest.configurations.find(
    ({ model }) => model !== undefined && manifest.prices[model] === undefined,
  );
  if (unpriced === undefined) return;
  throw new FuxiError(
    "configuration-invalid",
    `A cost limit was set, but the price of ${unpriced.model} is not known.`,
    {
      hint: "Give its price, or set a limit of tokens instead.",
    },
  );
}

const UNITS = { tokens: "tokens", cost: "cost", milliseconds: "time" } as const;

function endOf(
  { signal }: RunEvaluationOptions,
  reached: keyof Manifest["budget"] | undefined,
  open: number,
): EvaluationEnd {
  if (open === 0) return { type: "done" };
  if (signal?.aborted) return { type: "cancelled" };
  if (reached === undefined) return { type: "done" };
  const message = `The budget of ${UNITS[reached]} is used up; ${open} ${open === 1 ? "item is" : "items are"} left.`;
  return { type: "budget", reached, message };
}

/** A configuration that may not ask, and the same one that may. */
interface AskingTwins<C> {
  readonly a: C;
  readonly b: C;
}

/** Pairs of configurations that differ in asking alone, to measure its effect. */
export function askingTwins<C extends Configuration>(
  without: readonly C[],
  asking: readonly C[] = without,
): readonly AskingTwins<C>[] {
  return without.flatMap((a) =>
    asking.flatMap((b) => (!a.ask && b.ask && settingsOf(a) === settingsOf(b) ? [{ a, b }] : [])),
  );
}

function settingsOf({ id: _, ask: __, userModel: ___, ...settings }: Configuration): string {
  return JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));
}
