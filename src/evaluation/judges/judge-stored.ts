import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { inLane } from "../../model/call-place.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Claim, WorkStore } from "../../work-list/work-store.ts";
import { costOf, tokensOf } from "../run/configuration.ts";
import type { EvaluationProgress } from "../run/run-evaluation.ts";
import { holdItem } from "../run/run-item.ts";
import type { JudgedMaterial } from "./judged-material.ts";
import {
  firstItems,
  type Judging,
  type JudgingPrices,
  judgingId,
  judgingManifest,
  judgingMetaId,
  metaItems,
  referenceItem,
} from "./judging.ts";
import { llmReferenceJudge } from "./llm-reference-judge.ts";
import type { ReferenceCase, ReferenceVerdict } from "./reference-judge.ts";
import { metaReview, review } from "./review.ts";
import { hasPart } from "./review-input.ts";
import { metaReviewItem, reviewItem, verdictsOf } from "./review-run.ts";

import type { ReviewedInstance } from "./review-table.ts";
import type { Review } from "./review-verdict.ts";
import { SUB_TASKS, type SubTask } from "./sub-task.ts";

/** Counts what a judging costs and how far it is. */
class JudgingMeter {
  readonly #total: number;
  readonly #judging: Judging;
  readonly #prices: JudgingPrices["prices"];
  readonly #tell: ((progress: EvaluationProgress) => void) | undefined;
  readonly #begun = performance.now();
  #done = 0;
  #now = 0;
  #running = 0;
  #usage: Usage = NO_USAGE;
  /** Undefined as soon as one is not known. */
  #cost: number | undefined = 0;

  constructor(
    total: number,
    judging: Judging,
    prices: JudgingPrices["prices"],
    tell: ((progress: EvaluationProgress) => void) | undefined,
  ) {
    this.#total = total;
    this.#judging = judging;
    this.#prices = prices;
    this.#tell = tell;
  }

  /** What calls before this one came to. */
  know(results: ReadonlyMap<string, JsonObject>): void {
    for (const [item, result] of results) this.#add(item, result);
  }

  begin(_item: string): void {
    this.#running++;
    this.#told();
  }

  end(item: string, result: JsonObject | undefined): void {
    this.#running--;
    if (result !== undefined) {
      this.#now++;
      this.#add(item, result);
    }
    this.#told();
  }

  spent(): { readonly usage: Usage; readonly cost?: number } {
    return { usage: this.#usage, ...(this.#cost === undefined ? {} : { cost: this.#cost }) };
  }

  #add(item: string, result: JsonObject): void {
    this.#done++;
    const usage = result["usage"] as unknown as Usage | undefined;
    if (usage === undefined || usage.calls === 0) return;
    this.#usage = addUsage(this.#usage, usage);
    const price = this.#prices[this.#modelOf(item)];
    const cost = price === undefined ? undefined : costOf(usage, price);
    this.#cost = cost === undefined || this.#cost === undefined ? undefined : this.#cost + cost;
  }

  /** Items end with the tier and the place of their judge. */
  #modelOf(item: string): string {
    const [tier = "", at = ""] = item.split("/").slice(-2);
    const { reviewers, metaReviewers, reference } = this.#judging;
    if (at === "reference") return reference ?? "";
    return (tier === "meta" ? metaReviewers : reviewers)[Number(at)] ?? "";
  }

  #told(): void {
    const milliseconds = performance.now() - this.#begun;
    const left = this.#total - this.#done;
    this.#tell?.({
      done: this.#done,
      total: this.#total,
      running: this.#running,
      tokens: tokensOf(this.#usage),
      ...(this.#cost === undefined ? {} : { cost: this.#cost }),
      milliseconds,
      ...(this.#now === 0 ? {} : { millisecondsLeft: Math.round((left * milliseconds) / this.#now) }),
    });
  }
}

/** A list of work, and how one item is done. */
interface WorkThroughOptions {
  readonly work: WorkStore;
  readonly principal: Principal;
  /** Of the list; one that exists is gone on with. */
  readonly id: string;
  readonly manifest: JsonObject;
  readonly items: readonly string[];
  readonly concurrency: number;
  /** How long an item stays with a process that was killed. */
  readonly leaseMilliseconds: number;
  readonly signal: AbortSignal;
  readonly do: (item: string, signal: AbortSignal) => Promise<JsonObject>;
  readonly onBegun?: (item: string) => void;
  /** `result` is absent where it was given back. */
  readonly onEnded?: (item: string, result?: JsonObject) => void;
}

/** Between two looks whether an item of another process has become free or done. */
const LONGEST_WAIT = 500;

/**
 * Does what is left of a list, beside other processes. Each result is kept as it comes, so that nothing that was done is done again. True when every item
 * has a result; false when `signal` ended it before.
 * @throws FuxiError of the store, and what `do` throws: the rest is stopped then
 */
async function workThrough(options: WorkThroughOptions): Promise<boolean> {
  const { work, principal, id, manifest, items, concurrency } = options;
  try {
    await work.create({ id, principal, manifest, items });
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "store-conflict") throw error;
  }
  const broken = new AbortController();
  const signal = AbortSignal.any([broken.signal, options.signal]);
  const slots = Array.from({ length: concurrency }, async () => {
    try {
      return await takeAll({ ...options, signal });
    } catch (error) {
      broken.abort();
      throw error;
    }
  });
  const ended = await Promise.allSettled(slots);
  const failed = ended.find((slot) => slot.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return ended.every((slot) => slot.status === "fulfilled" && slot.value);
}

async function takeAll(options: WorkThroughOptions): Promise<boolean> {
  const { work, id, principal, leaseMilliseconds, signal } = options;
  const claim: Claim = { id, principal, holder: randomUUID() };
  while (!signal.aborted) {
    const since = performance.now();
    const given = await work.claim(claim, leaseMilliseconds);
    if (given.type === "done") return true;
    if (given.type === "item") await doOne(given.item, claim, since, options);
    else await pause(Math.min(LONGEST_WAIT, leaseMilliseconds / 4), undefined, { signal }).catch(() => {});
  }
  return false;
}

async function doOne(item: string, claim: Claim, since: number, options: WorkThroughOptions): Promise<void> {
  const { work, leaseMilliseconds, signal } = options;
  const held = holdItem(work, claim, { item, milliseconds: leaseMilliseconds, since });
  options.onBegun?.(item);
  let result: JsonObject | undefined;
  try {
    result = await options.do(item, AbortSignal.any([signal, held.signal]));
    if (!(await work.finish(claim, item, result))) result = undefined;
  } catch (error) {
    await work.release(claim, item).catch(() => {});
    // Whoever has it now does it.
    if (!signal.aborted && !held.signal.aborted) throw error;
  } finally {
    held.end();
    options.onEnded?.(item, result);
  }
}

/** Verdicts that were kept, by the names of their items. */
type KeptVerdicts = ReadonlyMap<string, JsonObject>;

/**
 * Takes back the verdicts of a judging that could not be read, so that they are asked for once more; and meta-reviews that were not asked for since none
 * of their reviews could be read. Meta-reviews with a verdict stay, also where more reviews are readable now. What the replies taken back had cost, by item.
 * @throws FuxiError of the store
 */
async function judgeAgain(
  { work, principal }: { readonly work: Pick<WorkStore, "reopen">; readonly principal: Principal },
  id: string,
  judging: Judging,
  kept: { readonly first: KeptVerdicts; readonly metas: KeptVerdicts },
): Promise<ReadonlyMap<string, JsonObject>> {
  const first = malformedIn(kept.first);
  const metas = new Set([...malformedIn(kept.metas), ...unasked(judging, new Set(first), kept.metas)]);
  // The meta-reviews before their reviews: a process that is killed in between leaves none that nobody would ask for again.
  if (metas.size > 0) await work.reopen(judgingMetaId(id), principal, [...metas]);
  if (first.length > 0) await work.reopen(id, principal, first);
  const all = new Map([...kept.first, ...kept.metas]);
  return new Map([...first, ...metas].flatMap((item) => [[item, all.get(item) ?? {}] as const]));
}

/** With what the reply that was taken back had cost, so that no cost is forgotten. */
function withSpent(result: JsonObject, before: JsonObject | undefined): JsonObject {
  const [spent, now] = [usageIn(before), usageIn(result)];
  if (spent === undefined || now === undefined) return result;
  return { ...result, usage: { ...addUsage(spent, now) } };
}

const usageIn = (result: JsonObject | undefined) => result?.["usage"] as unknown as Usage | undefined;

const malformedIn = (kept: KeptVerdicts): readonly string[] =>
  [...kept].flatMap(([item, result]) => (result["type"] === "malformed" ? [item] : []));

function unasked(
  { items, reviewers, metaReviewers }: Judging,
  malformed: ReadonlySet<string>,
  metas: KeptVerdicts,
): readonly string[] {
  return items.flatMap((item) =>
    SUB_TASKS.flatMap((subTask) =>
      reviewers.some((_, at) => malformed.has(reviewItem(item, subTask, at)))
        ? metaReviewers
            .map((_, at) => metaReviewItem(item, subTask, at))
            .filter((name) => metas.get(name)?.["type"] === "absent")
        : [],
    ),
  );
}

/** A run that is judged. */
export interface JudgedRun {
  /** Of its item: different from all others of the judging. */
  readonly item: string;
  readonly configuration: string;
  readonly task: string;
  /** Fetched when it is wanted, and kept for a while. */
  readonly material: () => Promise<JudgedMaterial>;
  /** For a judging by reference; absent where there is no answer or no reference. Not asked about where the material is withheld. */
  readonly reference?: ReferenceCase;
}

/** What is judged, by whom, and where verdicts are kept. */
export interface JudgeStoredOptions {
  readonly judging: Judging;
  /** In the order of the judging's items. */
  readonly runs: readonly JudgedRun[];
  /** By the names in the judging. */
  readonly models: ReadonlyMap<string, LanguageModel>;
  readonly work: WorkStore;
  readonly principal: Principal;
  readonly prices: JudgingPrices["prices"];
  readonly concurrency: number;
  /** Whether verdicts that could not be read are asked for once more. */
  readonly again?: boolean;
  /** How long a verdict stays with a process that was killed (60,000). */
  readonly leaseMilliseconds?: number;
  readonly signal: AbortSignal;
  readonly onNotice?: (notice: string) => void;
  readonly onProgress?: (progress: EvaluationProgress) => void;
}

/** What there is when a judging ends. */
export interface Judged {
  readonly id: string;
  /** Whether all verdicts are there. */
  readonly done: boolean;
  readonly instances: readonly ReviewedInstance[];
  readonly references: readonly JudgedReference[];
  readonly usage: Usage;
  /** In the currency of the prices; absent where one is not known. */
  readonly cost?: number;
}

/** What was said of an answer beside its reference. */
export interface JudgedReference {
  readonly configuration: string;
  readonly task: string;
  /** `absent`: there is no answer or no reference to compare, or the answer may not be told to a model. */
  readonly verdict: ReferenceVerdict | { readonly type: "absent" };
}

/** There was nothing to be judged. */
const ABSENT: JsonObject = { type: "absent" };

/**
 * Judges stored runs, or goes on with it: each verdict is kept as it comes, so that a process that follows a killed one asks for none of them again, unless
 * `again` asks for those that could not be read. All reviews come before the first meta-review.
 * @throws FuxiError as `review`, and of the store
 */
export async function judgeStored(options: JudgeStoredOptions): Promise<Judged> {
  const { judging, runs, work, principal, signal, concurrency } = options;
  const id = judgingId(judging);
  const first = firstItems(judging);
  const metas = metaItems(judging);
  const meter = new JudgingMeter(first.length + metas.length, judging, options.prices, options.onProgress);
  const lists = [
    { id, items: first, does: (task: Task) => doFirst(task, options) },
    { id: judgingMetaId(id), items: metas, does: (task: Task, kept: Kept) => doMeta(task, kept, options) },
  ];
  const byItem = tasksOf(options);
  const taken =
    options.again === true
      ? await judgeAgain(options, id, judging, {
          first: await resultsOf(work, id, principal),
          metas: await resultsOf(work, judgingMetaId(id), principal),
        })
      : undefined;
  const kept: Kept = new Map();
  let done = true;
  for (const { id: list, items, does } of lists) {
    if (!done) break;
    meter.know(await resultsOf(work, list, principal));
    done = await workThrough({
      ...{ work, principal, items, concurrency, signal },
      id: list,
      manifest: judgingManifest(judging),
      leaseMilliseconds: options.leaseMilliseconds ?? 60_000,
      async do(item, itemSignal) {
        const task = byItem.get(item);
        if (task === undefined) return ABSENT;
        // Recordings find each reviewer's reply again, whatever else runs at the same time.
        const result = await inLane(item, () => does({ ...task, signal: itemSignal }, kept));
        return withSpent(result, taken?.get(item));
      },
      onBegun: (item) => meter.begin(item),
      onEnded: (item, result) => meter.end(item, result),
    });
    for (const [item, result] of await resultsOf(work, list, principal)) kept.set(item, result);
  }
  return { id, done, ...meter.spent(), ...outcomeOf(runs, judging, kept) };
}

type Kept = Map<string, JsonObject>;

interface Task {
  readonly run: JudgedRun;
  /** Absent for a verdict by reference. */
  readonly subTask?: SubTask;
  /** Name of the model. */
  readonly model: string;
  readonly signal: AbortSignal;
}

/** What each item of the lists is. */
function tasksOf({ judging, runs, signal }: JudgeStoredOptions): ReadonlyMap<string, Task> {
  const { reviewers, metaReviewers, reference } = judging;
  const tasks = new Map<string, Task>();
  for (const run of runs) {
    if (reference !== undefined) tasks.set(referenceItem(run.item), { run, model: reference, signal });
    for (const subTask of SUB_TASKS) {
      const given = { run, subTask, signal };
      for (const [at, model] of reviewers.entries())
        tasks.set(reviewItem(run.item, subTask, at), { ...given, model });
      for (const [at, model] of metaReviewers.entries())
        tasks.set(metaReviewItem(run.item, subTask, at), { ...given, model });
    }
  }
  return tasks;
}

async function doFirst(task: Task, options: JudgeStoredOptions): Promise<JsonObject> {
  const { run, subTask, signal } = task;
  const model = modelOf(task, options);
  const notice = options.onNotice === undefined ? {} : { onNotice: options.onNotice };
  if (subTask === undefined) {
    if (run.reference === undefined) return ABSENT;
    // What no model may be told is not told to a judge either.
    if ((await run.material()).withheld) return ABSENT;
    return asKept(await llmReferenceJudge(model, notice).judge(run.reference, signal));
  }
  const material = await run.material();
  if (!hasPart(material, subTask)) return ABSENT;
  return asKept(await review(material, subTask, model, askingOf(task, options)));
}

async function doMeta(task: Task, kept: Kept, options: JudgeStoredOptions): Promise<JsonObject> {
  const { run, subTask } = task;
  if (subTask === undefined) return ABSENT;
  const reviews = reviewsIn(kept, options.judging.reviewers, (at) => reviewItem(run.item, subTask, at));
  if (verdictsOf(reviews).length === 0) return ABSENT;
  const material = await run.material();
  const model = modelOf(task, options);
  return asKept(await metaReview(material, subTask, reviews, model, askingOf(task, options)));
}

/** As a store keeps it: members that are absent are left out. */
function asKept(verdict: Review | ReferenceVerdict): JsonObject {
  return JSON.parse(JSON.stringify(verdict)) as JsonObject;
}

function askingOf({ signal }: Task, { judging: { temperature }, onNotice }: JudgeStoredOptions) {
  return { temperature, signal, ...(onNotice === undefined ? {} : { onNotice }) };
}

function modelOf({ model }: Task, { models }: JudgeStoredOptions): LanguageModel {
  const found = models.get(model);
  if (found === undefined) throw new FuxiError("model-not-configured", `No model is called ${model}.`);
  return found;
}

async function resultsOf(work: WorkStore, id: string, principal: Principal): Promise<Kept> {
  const summary = await work.summary(id, principal).catch(() => undefined);
  if (summary === undefined) return new Map();
  return new Map((await work.results(id, principal)).map(({ item, result }) => [item, result]));
}

function reviewsIn(
  kept: ReadonlyMap<string, JsonObject>,
  judges: readonly string[],
  name: (at: number) => string,
): readonly Review[] {
  return judges.flatMap((_, at) => {
    const result = kept.get(name(at));
    return result === undefined || result["type"] === "absent" ? [] : [result as unknown as Review];
  });
}

/** What verdicts come to, by the names of their items. */
export function outcomeOf(
  runs: readonly Pick<JudgedRun, "item" | "configuration" | "task">[],
  { reviewers, metaReviewers, reference }: Judging,
  kept: ReadonlyMap<string, JsonObject>,
): Pick<Judged, "instances" | "references"> {
  const instances = runs.flatMap(({ item, configuration, task }) =>
    SUB_TASKS.flatMap((subTask) => {
      const said = reviewers.map((_, at) => kept.get(reviewItem(item, subTask, at)));
      // A judging that was ended early tells of what is there.
      if (said.includes(undefined)) return [];
      const absent = said.some((each) => each?.["type"] === "absent");
      const reviews = reviewsIn(kept, reviewers, (at) => reviewItem(item, subTask, at));
      const metaReviews = reviewsIn(kept, metaReviewers, (at) => metaReviewItem(item, subTask, at));
      return [{ configuration, task, subTask, absent, reviews, metaReviews }];
    }),
  );
  const references = runs.flatMap(({ item, configuration, task }) => {
    const verdict = reference === undefined ? undefined : kept.get(referenceItem(item));
    if (verdict === undefined) return [];
    return [{ configuration, task, verdict: verdict as unknown as JudgedReference["verdict"] }];
  });
  return { instances, references };
}
