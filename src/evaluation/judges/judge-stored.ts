import { createHash } from "node:crypto";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { inLane } from "../../model/call-place.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import type { WorkStore } from "../../work-list/work-store.ts";
import type { Scores } from "../benchmark/benchmark.ts";
import { unless } from "../run/carry-run.ts";
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

type Tier = "review" | "meta";

/** One verdict of a judging: on what, and whose. Meta-reviews are begun when all reviews are there. */
interface Verdict {
  /** Its lane in recordings, and its place in a list of work. */
  readonly name: string;
  readonly item: string;
  readonly tier: "reference" | Tier;
  readonly subTask: SubTask | undefined;
  readonly model: string;
}

/** Run by run. */
function verdictsFor({ items, reviewers, metaReviewers, reference }: Judging): readonly Verdict[] {
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
    ...(reference === undefined
      ? []
      : [
          {
            name: referenceName(item),
            item,
            tier: "reference",
            subTask: undefined,
            model: reference,
          } as const,
        ]),
    ...asked(item, "review", reviewers),
    ...asked(item, "meta", metaReviewers),
  ]);
}

const namesOf = (item: string, subTask: SubTask, tier: Tier, models: readonly string[]): readonly string[] =>
  models.map((_, at) => `${item}/${subTask}/${tier}/${at}`);

const referenceName = (item: string): string => `${item}/reference`;

/** How a judging that was begun is found again: by the run and everything that may change a verdict, the rubrics' words too. */
function judgingId(judging: Judging): string {
  const rubrics = [
    ...SUB_TASKS.flatMap((each) => [reviewRubric(each), metaReviewRubric(each)]),
    ...Object.values(REFERENCE_RUBRICS),
  ];
  const text = JSON.stringify([judging, rubrics]);
  return `${judging.run} ${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** Of the list of meta-reviews. */
const judgingMetaId = (judging: string): string => `${judging} meta`;

/** There was nothing to be judged. */
const ABSENT: JsonObject = { type: "absent" };

/** Results by the names of the verdicts. */
type Kept = Map<string, JsonObject>;

/**
 * Judges stored runs, or goes on with it: each verdict is kept as it comes, so that a process that follows a killed one asks for none of them again. All
 * reviews come before the first meta-review.
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
  return { id, done, usage, ...given({ cost }), ...outcomeOf(runs, judging, kept) };
}

/** As a store keeps it: members that are absent are left out. */
async function judged(
  { item, tier, subTask, model: name }: Verdict,
  { material: fetch, reference }: JudgedRun,
  kept: Kept,
  { judging, models, signal, onNotice }: JudgeStoredOptions,
): Promise<JsonObject> {
  const model = models.get(name);
  if (model === undefined) throw new FuxiError("model-not-configured", `No model is called ${name}.`);
  const keptForm = (verdict: Review | ReferenceVerdict) => JSON.parse(JSON.stringify(verdict)) as JsonObject;
  if (subTask === undefined) {
    // What no model may be told is not told to a judge either.
    if (reference === undefined || (await fetch()).withheld) return ABSENT;
    return keptForm(await llmReferenceJudge(model, given({ onNotice })).judge(reference, signal));
  }
  const reviews =
    tier === "meta" ? reviewsIn(kept, namesOf(item, subTask, "review", judging.reviewers)) : undefined;
  if (reviews !== undefined && verdictsOf(reviews).length === 0) return ABSENT;
  const material = await fetch();
  if (!hasPart(material, subTask)) return ABSENT;
  const asking = { temperature: judging.temperature, signal, ...given({ onNotice }) };
  return keptForm(await review(material, subTask, model, asking, reviews));
}

/** None of a list that was not begun. */
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

/** What verdicts come to, by the names of their items. */
function outcomeOf(
  runs: readonly Pick<JudgedRun, "item" | "configuration" | "task">[],
  { reviewers, metaReviewers, reference }: Judging,
  kept: Kept,
): Pick<Judged, "instances" | "references"> {
  const instances = runs.flatMap(({ item, configuration, task }) =>
    SUB_TASKS.flatMap((subTask) => {
      const reviewed = namesOf(item, subTask, "review", reviewers);
      // A judging that was ended early tells of what is there.
      if (reviewed.some((name) => !kept.has(name))) return [];
      const absent = reviewed.some((name) => kept.get(name)?.["type"] === "absent");
      const reviews = reviewsIn(kept, reviewed);
      const metaReviews = reviewsIn(kept, namesOf(item, subTask, "meta", metaReviewers));
      return [{ configuration, task, subTask, absent, reviews, metaReviews }];
    }),
  );
  const references = runs.flatMap(({ item, configuration, task }) => {
    const verdict = kept.get(referenceName(item));
    if (verdict === undefined || reference === undefined) return [];
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
  const kept: Kept = new Map();
  for (const list of [latest.id, judgingMetaId(latest.id)]) {
    for (const [name, result] of await resultsOf(work, list, principal)) kept.set(name, result);
  }
  const said = run.records.flatMap(({ item }) => {
    const verdict = kept.get(referenceName(item));
    return verdict === undefined ? [] : [[item, scoresOf(verdict as unknown as ReferenceVerdict)] as const];
  });
  const { instances } = outcomeOf(run.records, judging, kept);
  return { judging, rows: reviewRows(instances), verdicts: new Map(said) };
}

/** As a run with a judge beside it has them. */
function scoresOf(verdict: ReferenceVerdict): Scores {
  if (verdict.type === "match") return { [MATCH.id]: Number(verdict.match) };
  return verdict.type === "grade" ? { [GRADE.id]: verdict.grade } : {};
}
