import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Claim, WorkStore } from "../../work-list/work-store.ts";
import type { BenchmarkSet, OpenPlace } from "../benchmark/benchmark.ts";
import type { ReferenceJudge } from "../judges/reference-judge.ts";
import { chooseTasks } from "./choose-tasks.ts";
import {
  type Configuration,
  costUnder,
  type Decide,
  type ItemRecord,
  type Manifest,
  tokensOf,
} from "./configuration.ts";
import { type EvaluationItem, evaluationItems } from "./evaluation-item.ts";
import { checkSameRun } from "./manifest-of.ts";
import { placePool } from "./place-pool.ts";
import { type Classify, holdItem, type ItemContext, runItem } from "./run-item.ts";

/** How far a run has come, over all processes that work on it, as far as this one has heard. */
export interface EvaluationProgress {
  readonly done: number;
  readonly total: number;
  /** In this process. */
  readonly running: number;
  /** Input and output, as far as providers tell, also of what is running in this process. */
  readonly tokens: number;
  /** In the currency of the manifest; absent where a price or a usage is not known. */
  readonly cost?: number;
  /** Since this call began. */
  readonly milliseconds: number;
  /** At the pace since this call began; absent before anything was done. */
  readonly millisecondsLeft?: number;
}

/** Counts what a run costs and how far it is. */
class RunMeter {
  readonly #total: number;
  readonly #prices: Manifest["prices"];
  readonly #now: () => number;
  readonly #begun: number;
  readonly #finished = new Set<string>();
  /** Configurations under which a model has replied. */
  readonly #replied = new Set<string>();
  #tokens = 0;
  /** Undefined as soon as one is not known. */
  #cost: number | undefined = 0;
  readonly #running = new Map<string, { readonly item: EvaluationItem; usage: Usage }>();
  #before = 0;

  constructor(total: number, prices: Manifest["prices"], now: () => number) {
    this.#total = total;
    this.#prices = prices;
    this.#now = now;
    this.#begun = now();
  }

  /** Takes in what the store holds. `first`: before this call did anything. */
  know(records: readonly ItemRecord[], first = false): void {
    for (const record of records) this.#add(record);
    if (first) this.#before = this.#finished.size;
  }

  /** Of an item that another process began, what that took counts when it is finished. */
  begin(item: EvaluationItem): void {
    this.#running.set(item.name, { item, usage: NO_USAGE });
  }

  take(item: EvaluationItem, event: RunEvent): void {
    const running = this.#running.get(item.name);
    if (running === undefined || event.type !== "policy-replied") return;
    running.usage = addUsage(running.usage, event.reply.usage);
    if (running.usage.calls > 0) this.#replied.add(item.configuration.id);
  }

  end(item: EvaluationItem, record: ItemRecord | undefined): void {
    this.#running.delete(item.name);
    if (record !== undefined) this.#add(record);
  }

  hasReplied(configuration: string): boolean {
    return this.#replied.has(configuration);
  }

  /** Which bound is reached, or nothing. */
  reached({ tokens, cost, milliseconds }: Manifest["budget"]): keyof Manifest["budget"] | undefined {
    const now = this.progress();
    if (tokens !== undefined && now.tokens >= tokens) return "tokens";
    if (cost !== undefined && now.cost !== undefined && now.cost >= cost) return "cost";
    return milliseconds !== undefined && now.milliseconds >= milliseconds ? "milliseconds" : undefined;
  }

  progress(): EvaluationProgress {
    const running = [...this.#running.values()];
    const done = this.#finished.size;
    const milliseconds = this.#now() - this.#begun;
    const since = done - this.#before;
    const cost = running.reduce(
      (sum, { item, usage }) => plus(sum, costUnder(item.configuration, usage, this.#prices)),
      this.#cost,
    );
    return {
      done,
      total: this.#total,
      running: running.length,
      tokens: running.reduce((sum, { usage }) => sum + tokensOf(usage), this.#tokens),
      ...(cost === undefined ? {} : { cost }),
      milliseconds,
      ...(since === 0 ? {} : { millisecondsLeft: Math.round(((this.#total - done) * milliseconds) / since) }),
    };
  }

  #add({ item, usage, cost, configuration }: ItemRecord): void {
    if (this.#finished.has(item)) return;
    this.#finished.add(item);
    if (usage.calls > 0) this.#replied.add(configuration);
    this.#tokens += tokensOf(usage);
    this.#cost = plus(this.#cost, cost);
  }
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

/** What is run, who answers, and where everything is kept. */
export interface RunEvaluationOptions {
  /** Of the run; one that exists for the principal is gone on with. */
  readonly id: string;
  /** What is run: `manifestOf`. */
  readonly manifest: Manifest;
  readonly set: BenchmarkSet;
  readonly openPlace: OpenPlace;
  readonly decide: Decide;
  readonly classify?: Classify;
  /** Holds long-form answers against their references. What it takes counts in no budget of the run. */
  readonly judge?: ReferenceJudge;
  readonly stores: {
    readonly work: WorkStore;
    readonly trajectories: TrajectoryStore;
    readonly artifacts: ArtifactStore;
  };
  readonly principal: Principal;
  /** Of this call, in place of what the manifest says. */
  readonly concurrency?: number;
  /** Of this call, in place of what the manifest says. Tokens and cost count over the whole run, time from this call on. */
  readonly budget?: Manifest["budget"];
  /** How often an item is done again that failed for a reason outside (3). */
  readonly retries?: number;
  /** Before the first of these (5,000); each further one is four times as long, up to five minutes. */
  readonly retryPauseMilliseconds?: number;
  /** Of a query when it is scored (30,000, as BIRD's evaluator). */
  readonly scoreMilliseconds?: number;
  /** How long an item stays with a process that was killed (30,000). */
  readonly leaseMilliseconds?: number;
  /** Places that stay open at once (8), or more where more are in use. */
  readonly openPlaces?: number;
  /** Aborted, what is running is interrupted, and a later call goes on with it. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvaluationProgress) => void;
}

/** Why a call ended. `budget`: a bound was reached; what was running was finished. `cancelled`: `signal`. */
export type EvaluationEnd =
  | { readonly type: "done" }
  | { readonly type: "budget"; readonly reached: keyof Manifest["budget"]; readonly message: string }
  | { readonly type: "cancelled" };

/** What there is when a call ends. */
export interface EvaluationResult {
  readonly id: string;
  readonly end: EvaluationEnd;
  /** Of all items that are finished, by whichever process, in order. */
  readonly records: readonly ItemRecord[];
}

/** Between two looks whether an item has become free. */
const LONGEST_WAIT = 1000;
/** Between two looks at what other processes have done. */
const KNOW_MILLISECONDS = 10_000;

/**
 * Runs what a manifest says, or goes on with it: also in a process that comes after one that was killed, or beside others on the same stores.
 * Each item is answered by one of them, and nothing that was answered is asked again.
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
  const meter = new RunMeter(items.length, manifest.prices, () => performance.now());
  const know = async (first?: boolean): Promise<void> =>
    meter.know(await recordsOf(stores.work, id, principal), first);
  await know(true);

  const broken = new AbortController();
  const signal = AbortSignal.any([broken.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const tell = (): void => options.onProgress?.(meter.progress());
  await using pool = placePool(options.openPlace, Math.max(options.openPlaces ?? 8, concurrency), signal);
  const context: ItemContext = {
    set,
    pool,
    decide: options.decide,
    ...(options.classify === undefined ? {} : { classify: options.classify }),
    ...(options.judge === undefined ? {} : { judge: options.judge }),
    ...stores,
    principal,
    prices: manifest.prices,
    retries: options.retries ?? 3,
    pauseMilliseconds: options.retryPauseMilliseconds ?? 5000,
    scoreMilliseconds: options.scoreMilliseconds ?? 30_000,
    onEvent(item, event) {
      meter.take(item, event);
      if (event.type === "policy-replied") tell();
    },
  };
  const work = new SharedWork({ items, meter, context, budget, signal, know, tell, options });
  const slots = Array.from({ length: concurrency }, async () => {
    try {
      await work.take();
    } catch (error) {
      broken.abort();
      throw error;
    }
  });
  const ended = await Promise.allSettled(slots);
  const failed = ended.find((slot) => slot.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  const records = await recordsOf(stores.work, id, principal);
  return { id, end: endOf(options, work.reached, items.length - records.length), records };
}

interface Shared {
  readonly items: readonly EvaluationItem[];
  readonly meter: RunMeter;
  readonly context: ItemContext;
  readonly budget: Manifest["budget"];
  readonly signal: AbortSignal;
  readonly know: () => Promise<void>;
  readonly tell: () => void;
  readonly options: RunEvaluationOptions;
}

/** What the slots of one process share. */
class SharedWork {
  readonly #shared: Shared;
  readonly #byName: ReadonlyMap<string, EvaluationItem>;
  #known = performance.now();
  /** Aborted when an item ends in this process. */
  #ended = new AbortController();
  /** The bound that was reached. */
  reached: keyof Manifest["budget"] | undefined;

  constructor(shared: Shared) {
    this.#shared = shared;
    this.#byName = new Map(shared.items.map((item) => [item.name, item]));
  }

  /** Does one item after the other, until nothing is left. Each slot is a holder of its own: a holder is given again what it has. */
  async take(): Promise<void> {
    const { signal, meter, budget, options } = this.#shared;
    const { id, principal, stores, leaseMilliseconds = 30_000 } = options;
    const claim: Claim = { id, principal, holder: randomUUID() };
    while (!signal.aborted) {
      await this.#learn();
      this.reached ??= meter.reached(budget);
      if (this.reached !== undefined) return;
      const since = performance.now();
      const given = await stores.work.claim(claim, leaseMilliseconds);
      if (given.type === "done") return;
      if (given.type === "wait") {
        await this.#wait(Math.min(LONGEST_WAIT, leaseMilliseconds / 4));
        continue;
      }
      const item = this.#byName.get(given.item);
      if (item === undefined) {
        throw new FuxiError(
          "data-invalid",
          `The run ${id} has an item ${given.item}, and the data have none.`,
        );
      }
      await this.#do(item, claim, { milliseconds: leaseMilliseconds, since });
    }
  }

  async #do(
    item: EvaluationItem,
    claim: Claim,
    lease: { readonly milliseconds: number; readonly since: number },
  ): Promise<void> {
    const { signal, meter, context, options, tell } = this.#shared;
    const { work } = options.stores;
    const held = holdItem(work, claim, { item: item.name, ...lease });
    let record: ItemRecord | undefined;
    meter.begin(item);
    tell();
    try {
      record = await runItem(item, context, AbortSignal.any([signal, held.signal]));
      if (record !== undefined) this.#checkRefused(item, record);
      const isWritten =
        record !== undefined && (await work.finish(claim, item.name, record as unknown as JsonObject));
      if (!isWritten) await work.release(claim, item.name);
    } catch (error) {
      record = undefined;
      await work.release(claim, item.name).catch(() => {});
      throw error;
    } finally {
      held.end();
      meter.end(item, record);
      this.#ended.abort();
      this.#ended = new AbortController();
      tell();
    }
    if (record === undefined) await this.#wait(LONGEST_WAIT);
  }

  /** At most so long: when an item of this process ends, there may be nothing left to wait for. */
  async #wait(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.#shared.signal, this.#ended.signal]);
    await pause(milliseconds, undefined, { signal }).catch(() => {});
  }

  /** A model that has never replied and refuses is named wrongly, or its key is wrong. */
  #checkRefused({ configuration }: EvaluationItem, { outcome, reason, usage, remark }: ItemRecord): void {
    if (outcome !== "failed" || reason !== "model-refused" || usage.calls > 0) return;
    if (this.#shared.meter.hasReplied(configuration.id)) return;
    throw new FuxiError("model-refused", remark ?? `The model of ${configuration.id} refuses to answer.`, {
      hint: "Check the model's name and its key, then go on with the run.",
    });
  }

  async #learn(): Promise<void> {
    if (performance.now() - this.#known < KNOW_MILLISECONDS) return;
    this.#known = performance.now();
    await this.#shared.know();
  }
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

/** One configuration that asks nobody, and one that may ask. */
interface AskingTwins<C> {
  readonly a: C;
  readonly b: C;
}

/** Configurations with what is the same but that it may ask: what asking is worth is the difference between the two. */
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
