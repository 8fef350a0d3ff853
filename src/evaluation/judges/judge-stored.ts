import { createHash } from "node:crypto";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { inLane } from "../../model/call-identity.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import type { WorkStore } from "../../trajectory/work-store.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import { unless } from "../run/carry-run.ts";
import { costOf, type ItemRecord, type Manifest } from "../run/configuration.ts";
import { type EvaluationProgress, type Spent, WorkMeter, workThrough } from "../run/work-through.ts";
import { SUB_TASKS, type SubTask } from "./judge.ts";
import type { JudgedMaterial } from "./judged-material.ts";
import {
  hasPart,
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
  /** Id of the item, unique in the judging. */
  readonly item: string;
  readonly configuration: string;
  readonly task: string;
  /** Loads the material. Undefined if nothing of the run may reach a model. */
  readonly material: () => Promise<JudgedMaterial | undefined>;
}

/** Runs to judge, judges, and the store of the verdicts. */
interface JudgeStoredOptions {
  readonly judging: Judging;
  /** In the order of the judging's items. */
  readonly runs: readonly JudgedRun[];
  /** Models by their names in the judging. */
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

/** The result of a judging. */
export interface Judged {
  readonly id: string;
  /** Whether all verdicts are there. */
  readonly done: boolean;
  readonly instances: readonly ReviewedInstance[];
  readonly usage: Usage;
  /** In the currency of the prices; absent where one is not known. */
  readonly cost?: number;
}

/** The definition of a judging, stored with its verdicts. */
export interface Judging {
  /** Id of the evaluation or of the run. */
  readonly run: string;
  /** Names of items of the evaluation, or the id of the run alone. */
  readonly items: readonly string[];
  /** Names of models, one for each reviewer and meta-reviewer. */
  readonly reviewers: readonly string[];
  readonly metaReviewers: readonly string[];
  readonly temperature: number;
  readonly withDescription: boolean;
}

type Tier = "review" | "meta";

/** One verdict of a judging: on what, and whose. Meta-reviews are begun when all reviews are there. */
interface Verdict {
  /** Its lane in recordings, and its place in a list of work. */
  readonly name: string;
  readonly item: string;
  readonly tier: Tier;
  readonly subTask: SubTask;
  readonly model: string;
}

/** Run by run. */
function verdictsFor({ items, reviewers, metaReviewers }: Judging): readonly Verdict[] {
  const asked = (item: string, tier: Tier, models: readonly string[]): readonly Verdict[] =>
    SUB_TASKS.flatMap((subTask) =>
      namesOf(item, subTask, tier, models).map((name, at) => ({
        name,
        item,
        tier,
        subTask,
        model: models[at] ?? "",
      })),
    );
  return items.flatMap((item) => [
    ...asked(item, "review", reviewers),
    ...asked(item, "meta", metaReviewers),
  ]);
}

const namesOf = (item: string, subTask: SubTask, tier: Tier, models: readonly string[]): readonly string[] =>
  models.map((_, at) => `${item}/${subTask}/${tier}/${at}`);

/** Id by which a judging is resumed: from the run and all that may change a verdict, including the rubrics. */
function judgingId(judging: Judging): string {
  const rubrics = SUB_TASKS.flatMap((each) => [reviewRubric(each), metaReviewRubric(each)]);
  const text = JSON.stringify([judging, rubrics]);
  return `${judging.run} ${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** Id of the list of meta-reviews. */
const judgingMetaId = (judging: string): string => `${judging} meta`;

/** Result if there was nothing to judge. */
const ABSENT: JsonObject = { type: "absent" };

/** Results by the names of the verdicts. */
type Kept = Map<string, JsonObject>;

/**
 * Judges stored runs, or resumes judging. Each verdict is stored at once, so that none is requested twice after a kill. All reviews come before the first
 * meta-review.
 * @throws FuxiError as `review`, and of the store
 */
export async function judgeStored(options: JudgeStoredOptions): Promise<Judged> {
  const { judging, runs, work, principal, signal, concurrency } = options;
  const id = judgingId(judging);
  const verdicts = verdictsFor(judging);
  const byName = new Map(verdicts.map((each) => [each.name, each]));
  const byItem = new Map(runs.map((run) => [run.item, run]));
  const lists = [
    { id, items: verdicts.filter(({ tier }) => tier !== "meta").map(({ name }) => name) },
    { id: judgingMetaId(id), items: verdicts.filter(({ tier }) => tier === "meta").map(({ name }) => name) },
  ];
  const spentOf = (name: string, result: JsonObject): Spent => {
    const usage = (result["usage"] as unknown as Usage | undefined) ?? NO_USAGE;
    const price = options.prices[byName.get(name)?.model ?? ""];
    return { usage, cost: usage.calls === 0 ? 0 : price && costOf(usage, price) };
  };
  const meter = new WorkMeter(verdicts.length);
  const before = await Promise.all(lists.map((list) => resultsOf(work, list.id, principal)));
  meter.start(
    before.flatMap((results) => [...results].map(([name, result]) => [name, spentOf(name, result)] as const)),
  );
  const tell = (): void => options.onProgress?.(meter.progress());
  const kept: Kept = new Map();
  let done = true;
  for (const { id: list, items } of lists) {
    if (!done) break;
    await unless("store-conflict", work.create({ id: list, principal, manifest: { ...judging }, items }));
    await workThrough({
      ...{ work, principal, id: list, concurrency, signal },
      leaseMilliseconds: options.leaseMilliseconds ?? 60_000,
      async do(name, itemSignal) {
        const verdict = byName.get(name);
        const run = byItem.get(verdict?.item ?? "");
        if (verdict === undefined || run === undefined) return ABSENT;
        // Recordings find each reviewer's reply again, whatever else runs at the same time.
        return await inLane(name, () => judged(verdict, run, kept, { ...options, signal: itemSignal }));
      },
      onBegun(name) {
        meter.run(name);
        tell();
      },
      onEnded(name, result) {
        meter.end(name);
        if (result !== undefined) meter.finish(name, spentOf(name, result));
        tell();
      },
    });
    const results = await resultsOf(work, list, principal);
    for (const [name, result] of results) kept.set(name, result);
    done = results.size === items.length;
  }
  const { usage, cost } = meter.spent;
  return { id, done, usage, ...given({ cost }), instances: instancesOf(runs, judging, kept) };
}

/** As a store keeps it: members that are absent are left out. */
async function judged(
  { item, tier, subTask, model: name }: Verdict,
  { material: fetch }: JudgedRun,
  kept: Kept,
  { judging, models, signal, onNotice }: JudgeStoredOptions,
): Promise<JsonObject> {
  const model = models.get(name);
  if (model === undefined) throw new FuxiError("model-not-configured", `No model is called ${name}.`);
  const material = await fetch();
  if (material === undefined) return ABSENT;
  const reviews =
    tier === "meta" ? reviewsIn(kept, namesOf(item, subTask, "review", judging.reviewers)) : undefined;
  if (reviews !== undefined && verdictsOf(reviews).length === 0) return ABSENT;
  if (!hasPart(material, subTask)) return ABSENT;
  const asking = { temperature: judging.temperature, signal, ...given({ onNotice }) };
  return JSON.parse(JSON.stringify(await review(material, subTask, model, asking, reviews))) as JsonObject;
}

/** Results of a list. Empty if the list does not exist. */
async function resultsOf(work: Pick<WorkStore, "results">, id: string, principal: Principal): Promise<Kept> {
  const results = await unless("run-not-found", work.results(id, principal));
  return new Map(results?.map(({ item, result }) => [item, result]));
}

function reviewsIn(kept: Kept, names: readonly string[]): readonly Review[] {
  return names.flatMap((name) => {
    const result = kept.get(name);
    return result === undefined || result["type"] === "absent" ? [] : [result as unknown as Review];
  });
}

/** The judged instances, assembled from the stored verdicts. */
function instancesOf(
  runs: readonly Pick<JudgedRun, "item" | "configuration" | "task">[],
  { reviewers, metaReviewers }: Judging,
  kept: Kept,
): readonly ReviewedInstance[] {
  return runs.flatMap(({ item, configuration, task }) =>
    SUB_TASKS.flatMap((subTask) => {
      const reviewed = namesOf(item, subTask, "review", reviewers);
      // A judging that ended early reports finished instances only.
      if (reviewed.some((name) => !kept.has(name))) return [];
      const absent = reviewed.some((name) => kept.get(name)?.["type"] === "absent");
      const reviews = reviewsIn(kept, reviewed);
      const metaReviews = reviewsIn(kept, namesOf(item, subTask, "meta", metaReviewers));
      return [{ configuration, task, subTask, absent, reviews, metaReviews }];
    }),
  );
}

/** Results of the peer review of an evaluation. */
export interface KeptReviews {
  readonly judging: Judging;
  readonly rows: readonly ReviewRow[];
}

const MOST_JUDGINGS = 1000;

/** The latest stored peer review of an evaluation. Undefined if there is none. */
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
  const kept: Kept = new Map();
  for (const list of [latest.id, judgingMetaId(latest.id)]) {
    for (const [name, result] of await resultsOf(work, list, principal)) kept.set(name, result);
  }
  return { judging, rows: reviewRows(instancesOf(run.records, judging, kept)) };
}
