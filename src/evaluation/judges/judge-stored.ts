import { createHash } from "node:crypto";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { inLane } from "../../model/call-place.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { WorkList, WorkStore } from "../../work-list/work-store.ts";
import type { Scores } from "../benchmark/benchmark.ts";
import { costOf, type ItemRecord, type Manifest } from "../run/configuration.ts";
import { type EvaluationProgress, type Spent, WorkMeter, workThrough } from "../run/work-through.ts";
import { GRADE, MATCH } from "../scores/long-form/score-long-form.ts";
import {
  llmReferenceJudge,
  REFERENCE_RUBRICS,
  type ReferenceCase,
  type ReferenceVerdict,
  SUB_TASKS,
  type SubTask,
} from "./judge.ts";
import type { JudgedMaterial } from "./judged-material.ts";
import {
  hasPart,
  metaReview,
  metaReviewRubric,
  type Review,
  type ReviewedInstance,
  type ReviewRow,
  review,
  reviewRows,
  reviewRubric,
  verdictsOf,
} from "./review.ts";

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
interface JudgeStoredOptions {
  readonly judging: Judging;
  /** In the order of the judging's items. */
  readonly runs: readonly JudgedRun[];
  /** By the names in the judging. */
  readonly models: ReadonlyMap<string, LanguageModel>;
  readonly work: WorkStore;
  readonly principal: Principal;
  readonly prices: Manifest["prices"];
  readonly concurrency: number;
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
 * Judges stored runs, or goes on with it: each verdict is kept as it comes, so that a process that follows a killed one asks for none of them again. All
 * reviews come before the first meta-review.
 * @throws FuxiError as `review`, and of the store
 */
export async function judgeStored(options: JudgeStoredOptions): Promise<Judged> {
  const { judging, runs, work, principal, signal, concurrency } = options;
  const id = judgingId(judging);
  const lists = [
    { id, items: firstItems(judging), does: (task: Task) => doFirst(task, options) },
    {
      id: judgingMetaId(id),
      items: metaItems(judging),
      does: (task: Task, kept: Kept) => doMeta(task, kept, options),
    },
  ];
  const byItem = tasksOf(options);
  const spentOf = (item: string, result: JsonObject): Spent => {
    const usage = (result["usage"] as unknown as Usage | undefined) ?? NO_USAGE;
    const price = options.prices[byItem.get(item)?.model ?? ""];
    return { usage, cost: usage.calls === 0 ? 0 : price && costOf(usage, price) };
  };
  const meter = new WorkMeter(lists.reduce((sum, { items }) => sum + items.length, 0));
  const before = await Promise.all(lists.map((list) => resultsOf(work, list.id, principal)));
  meter.start(
    before.flatMap((results) => [...results].map(([item, result]) => [item, spentOf(item, result)] as const)),
  );
  const tell = (): void => options.onProgress?.(meter.progress());
  const kept: Kept = new Map();
  let done = true;
  for (const { id: list, items, does } of lists) {
    if (!done) break;
    await create(work, { id: list, principal, manifest: { ...judging }, items });
    await workThrough({
      ...{ work, principal, id: list, concurrency, signal },
      leaseMilliseconds: options.leaseMilliseconds ?? 60_000,
      async do(item, itemSignal) {
        const task = byItem.get(item);
        if (task === undefined) return ABSENT;
        // Recordings find each reviewer's reply again, whatever else runs at the same time.
        return await inLane(item, () => does({ ...task, signal: itemSignal }, kept));
      },
      onBegun(item) {
        meter.run(item);
        tell();
      },
      onEnded(item, result) {
        meter.end(item);
        if (result !== undefined) meter.finish(item, spentOf(item, result));
        tell();
      },
    });
    const results = await resultsOf(work, list, principal);
    for (const [item, result] of results) kept.set(item, result);
    done = results.size === items.length;
  }
  const { usage, cost } = meter.spent;
  return { id, done, usage, ...(cost === undefined ? {} : { cost }), ...outcomeOf(runs, judging, kept) };
}

async function create(work: WorkStore, list: WorkList): Promise<void> {
  try {
    await work.create(list);
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "store-conflict") throw error;
  }
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

/** None of a list that was not begun. */
async function resultsOf(work: Pick<WorkStore, "results">, id: string, principal: Principal): Promise<Kept> {
  try {
    return new Map((await work.results(id, principal)).map(({ item, result }) => [item, result]));
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "run-not-found") return new Map();
    throw error;
  }
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
function outcomeOf(
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

/** What peer review of an evaluation came to. */
export interface KeptReviews {
  readonly judging: Judging;
  readonly rows: readonly ReviewRow[];
  /** What answers came to beside their references, by the names of items; empty where that was not asked for. */
  readonly verdicts: ReadonlyMap<string, Scores>;
}

const MOST_JUDGINGS = 1000;

/** The latest peer review of an evaluation, as far as it is kept; undefined where there is none. */
export async function keptReviews(
  work: Pick<WorkStore, "list" | "results">,
  run: { readonly id: string; readonly records: readonly ItemRecord[] },
  principal: Principal,
): Promise<KeptReviews | undefined> {
  const lists = await work.list({ principal, limit: MOST_JUDGINGS });
  const latest = lists.find(
    ({ id, manifest }) => manifest["run"] === run.id && !lists.some((each) => judgingMetaId(each.id) === id),
  );
  if (latest === undefined) return undefined;
  const judging = latest.manifest as unknown as Judging;
  const kept = new Map<string, JsonObject>();
  for (const list of [latest.id, judgingMetaId(latest.id)]) {
    for (const [item, result] of await resultsOf(work, list, principal)) kept.set(item, result);
  }
  const { instances } = outcomeOf(run.records, judging, kept);
  const said = run.records.flatMap(({ item }) => {
    const verdict = kept.get(referenceItem(item));
    return verdict === undefined ? [] : [[item, verdict as unknown as ReferenceVerdict] as const];
  });
  return {
    judging,
    rows: reviewRows(instances),
    verdicts: new Map(said.map(([item, verdict]) => [item, scoresOf(verdict)])),
  };
}

/** As a run with a judge beside it has them. */
function scoresOf(verdict: ReferenceVerdict): Scores {
  if (verdict.type === "match") return { [MATCH.id]: Number(verdict.match) };
  return verdict.type === "grade" ? { [GRADE.id]: verdict.grade } : {};
}

/** What is judged and by whom, as it is kept with the verdicts. */
export interface Judging {
  /** Id of the evaluation or of the run. */
  readonly run: string;
  /** Names of items of the evaluation, or the id of the run alone. */
  readonly items: readonly string[];
  /** Names of models, one for each reviewer and meta-reviewer. */
  readonly reviewers: readonly string[];
  readonly metaReviewers: readonly string[];
  readonly temperature: number;
  /** Model that judges answers against references; absent where nobody does. */
  readonly reference?: string;
  readonly withDescription: boolean;
}

/** How a judging that was begun is found again: by the run and everything that may change a verdict, the rubrics' words too. */
function judgingId(judging: Judging): string {
  const rubrics = [
    ...SUB_TASKS.flatMap((each) => [reviewRubric(each), metaReviewRubric(each)]),
    ...Object.values(REFERENCE_RUBRICS),
  ];
  const text = JSON.stringify([judging, rubrics]);
  return `${judging.run} ${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** Of the list of meta-reviews, which are begun when all reviews are there. */
function judgingMetaId(judging: string): string {
  return `${judging} meta`;
}

/** All that can be asked at once, run by run: the reviews, and the verdicts by reference. */
function firstItems({ items, reviewers, reference }: Judging): readonly string[] {
  return items.flatMap((item) => [
    ...(reference === undefined ? [] : [referenceItem(item)]),
    ...SUB_TASKS.flatMap((subTask) => reviewers.map((_, at) => reviewItem(item, subTask, at))),
  ]);
}

/** What takes all reviews of a sub-task. */
function metaItems({ items, metaReviewers }: Judging): readonly string[] {
  return items.flatMap((item) =>
    SUB_TASKS.flatMap((subTask) => metaReviewers.map((_, at) => metaReviewItem(item, subTask, at))),
  );
}

function referenceItem(run: string): string {
  return `${run}/reference`;
}

/** Names one review of a run: its lane in recordings, and its place in a list of work. */
function reviewItem(run: string, subTask: SubTask, at: number): string {
  return `${run}/${subTask}/review/${at}`;
}

/** Names one meta-review of a run. */
function metaReviewItem(run: string, subTask: SubTask, at: number): string {
  return `${run}/${subTask}/meta/${at}`;
}
