import { type Estimating, estimateOf, RESAMPLES, SEED } from "../report/estimate-of.ts";
import type { Estimate } from "../report/report.ts";
import { mean } from "../statistics/interval.ts";
import type { Review, ReviewVerdict } from "./review.ts";
import { SUB_TASKS, type SubTask } from "./sub-task.ts";

/** One sub-task of one run, with what was said of it. */
export interface ReviewedInstance {
  readonly configuration: string;
  readonly task: string;
  readonly subTask: SubTask;
  /** The run has nothing of it to be judged. */
  readonly absent: boolean;
  readonly reviews: readonly Review[];
  readonly metaReviews: readonly Review[];
}

/** One of the two tiers. */
export interface TierSummary {
  /** Reviewers: the share of their verdicts that say perfect. Meta-reviewers: the share of instances that their majority calls so. */
  readonly perfect: Estimate | undefined;
  /** Share of instances on which all agree, of those with at least two verdicts. */
  readonly agreement: Estimate | undefined;
  /** Verdicts that could not be read. */
  readonly malformed: number;
}

/** A row of the paper's Table 4, for runs of our own. */
export interface ReviewRow {
  readonly configuration: string;
  readonly subTask: SubTask;
  /** Judged instances. */
  readonly instances: number;
  readonly reviewers: TierSummary;
  readonly metaReviewers: TierSummary;
  /** Instances on which as many meta-reviewers were for as against; they count as imperfect. */
  readonly tied: number;
  /** Instances without a readable meta-review: they are in no rate of that tier. */
  readonly undecided: number;
  /** Instances with nothing to judge: they are in no rate. */
  readonly absent: number;
}

/** A row for each configuration and sub-task; of repeats of one task the mean counts. */
export function reviewRows(instances: readonly ReviewedInstance[]): readonly ReviewRow[] {
  const configurations = [...new Set(instances.map(({ configuration }) => configuration))];
  return configurations.flatMap((configuration) =>
    SUB_TASKS.flatMap((subTask) => {
      const own = instances.filter(
        (each) => each.configuration === configuration && each.subTask === subTask,
      );
      return own.length === 0 ? [] : [rowOf(configuration, subTask, own)];
    }),
  );
}

function rowOf(configuration: string, subTask: SubTask, all: readonly ReviewedInstance[]): ReviewRow {
  const judged = all.filter(({ absent }) => !absent);
  const decided = judged.map((each) => ({ ...each, ...decideSubTask(each.metaReviews) }));
  return {
    configuration,
    subTask,
    instances: judged.length,
    reviewers: {
      perfect: estimateShare(judged, ({ reviews }) => perfectShare(reviews)),
      agreement: agreementOf(judged, ({ reviews }) => reviews),
      malformed: malformedIn(judged.flatMap(({ reviews }) => reviews)),
    },
    metaReviewers: {
      perfect: estimateShare(decided, ({ verdict }) =>
        verdict === undefined ? undefined : Number(verdict === "perfect"),
      ),
      agreement: agreementOf(judged, ({ metaReviews }) => metaReviews),
      malformed: malformedIn(judged.flatMap(({ metaReviews }) => metaReviews)),
    },
    tied: decided.filter(({ tied }) => tied).length,
    undecided: decided.filter(({ verdict }) => verdict === undefined).length,
    absent: all.length - judged.length,
  };
}

function perfectShare(reviews: readonly Review[]): number | undefined {
  const verdicts = verdictsOf(reviews);
  if (verdicts.length === 0) return undefined;
  return verdicts.filter((verdict) => verdict === "perfect").length / verdicts.length;
}

function agreementOf(
  instances: readonly ReviewedInstance[],
  tier: (instance: ReviewedInstance) => readonly Review[],
): Estimate | undefined {
  const shareOf = (instance: ReviewedInstance): number | undefined => {
    const unanimous = isUnanimous(tier(instance));
    return unanimous === undefined ? undefined : Number(unanimous);
  };
  return estimateShare(instances, shareOf);
}

const malformedIn = (reviews: readonly Review[]): number =>
  reviews.filter(({ type }) => type === "malformed").length;

/** The mean over tasks of a figure of instances, each task the mean of its repeats; instances without a figure are left out. Undefined for none. */
export function estimateShare<T extends { readonly task: string }>(
  instances: readonly T[],
  figure: (instance: T) => number | undefined,
  unit: Estimating["unit"] = "share",
): Estimate | undefined {
  const byTask = new Map<string, number[]>();
  for (const instance of instances) {
    const value = figure(instance);
    if (value === undefined) continue;
    byTask.set(instance.task, [...(byTask.get(instance.task) ?? []), value]);
  }
  return estimateOf([...byTask.values()].map(mean), { seed: SEED, resamples: RESAMPLES, unit });
}

/** What the meta-reviews of a sub-task come to. */
export interface SubTaskDecision {
  /** Absent where no meta-review could be read. */
  readonly verdict?: ReviewVerdict;
  /** As many for as against: the verdict is `imperfect` then. */
  readonly tied: boolean;
}

/** The majority of meta-reviewers stands (*Database question answering*, Section 4.2.2). */
export function decideSubTask(metaReviews: readonly Review[]): SubTaskDecision {
  const verdicts = verdictsOf(metaReviews);
  if (verdicts.length === 0) return { tied: false };
  const lead = verdicts.reduce((sum, verdict) => sum + (verdict === "perfect" ? 1 : -1), 0);
  return { verdict: lead > 0 ? "perfect" : "imperfect", tied: lead === 0 };
}

/** Those that could be read. */
export function verdictsOf(reviews: readonly Review[]): readonly ReviewVerdict[] {
  return reviews.flatMap((review) => (review.type === "verdict" ? [review.verdict] : []));
}

/** Whether all that could be read say the same; undefined where fewer than two could be. */
export function isUnanimous(reviews: readonly Review[]): boolean | undefined {
  const verdicts = verdictsOf(reviews);
  return verdicts.length < 2 ? undefined : new Set(verdicts).size === 1;
}
