import { FuxiError } from "../../errors/fuxi-error.ts";
import { inLane } from "../../model/call-place.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { JudgeOptions } from "./ask-verdict.ts";
import type { JudgedMaterial } from "./judged-material.ts";
import { metaReview, review } from "./review.ts";
import { hasPart } from "./review-input.ts";
import type { Review, ReviewVerdict } from "./review-verdict.ts";
import { SUB_TASKS, type SubTask } from "./sub-task.ts";

/** As in the paper, so that several reviewers of one model see different things. */
export const REVIEW_TEMPERATURE = 0.7;

/** Who judges, and how. */
export interface ReviewRunOptions extends Pick<JudgeOptions, "signal" | "onNotice"> {
  /** One for each review (the paper has three); a model may stand there several times. */
  readonly reviewers: readonly LanguageModel[];
  /** Likewise. */
  readonly metaReviewers: readonly LanguageModel[];
  /** 0.7 unless given. */
  readonly temperature?: number;
  /** All of them unless given. */
  readonly subTasks?: readonly SubTask[];
  /** Tells recordings of this run's calls from those of others: the run's id. Each reviewer has a lane of its own within it. */
  readonly lane?: string;
}

/** What peer review came to for one sub-task. */
export interface ReviewedSubTask extends SubTaskDecision {
  readonly subTask: SubTask;
  readonly reviews: readonly Review[];
  /** None where no review could be read. */
  readonly metaReviews: readonly Review[];
}

/** What peer review of a run came to. */
export interface ReviewedRun {
  /** Without those of which the run has nothing. */
  readonly subTasks: readonly ReviewedSubTask[];
  /** Sub-tasks of which the run has nothing that could be judged: no answer, no query. */
  readonly absent: readonly SubTask[];
  readonly usage: Usage;
}

/**
 * Reviewers, then meta-reviewers, of each sub-task of a run, without a reference (*Database question answering*, Section 4.2.2).
 * @throws FuxiError `usage` without reviewers or meta-reviewers, and as `review`
 */
export async function reviewRun(material: JudgedMaterial, options: ReviewRunOptions): Promise<ReviewedRun> {
  const { reviewers, metaReviewers, subTasks = SUB_TASKS } = options;
  if (reviewers.length === 0 || metaReviewers.length === 0)
    throw new FuxiError("usage", "Peer review needs at least one reviewer and one meta-reviewer.");
  const present = subTasks.filter((subTask) => hasPart(material, subTask));
  const reviewed = await Promise.all(present.map((subTask) => reviewedSubTask(material, subTask, options)));
  const all = reviewed.flatMap(({ reviews, metaReviews }) => [...reviews, ...metaReviews]);
  return {
    subTasks: reviewed,
    absent: subTasks.filter((subTask) => !present.includes(subTask)),
    usage: all.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
  };
}

async function reviewedSubTask(
  material: JudgedMaterial,
  subTask: SubTask,
  { reviewers, metaReviewers, temperature = REVIEW_TEMPERATURE, lane = "run", ...options }: ReviewRunOptions,
): Promise<ReviewedSubTask> {
  const asking = { ...options, temperature };
  const reviews = await Promise.all(
    reviewers.map((model, at) =>
      inLane(reviewItem(lane, subTask, at), () => review(material, subTask, model, asking)),
    ),
  );
  const readable = verdictsOf(reviews).length > 0;
  const metaReviews = await Promise.all(
    (readable ? metaReviewers : []).map((model, at) =>
      inLane(metaReviewItem(lane, subTask, at), () => metaReview(material, subTask, reviews, model, asking)),
    ),
  );
  return { subTask, reviews, metaReviews, ...decideSubTask(metaReviews) };
}

/** Names one review of a run: its lane in recordings, and its place in a list of work. */
export function reviewItem(run: string, subTask: SubTask, at: number): string {
  return `${run}/${subTask}/review/${at}`;
}

/** Names one meta-review of a run. */
export function metaReviewItem(run: string, subTask: SubTask, at: number): string {
  return `${run}/${subTask}/meta/${at}`;
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
