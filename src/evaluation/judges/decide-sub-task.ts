import type { Review, ReviewVerdict } from "./review-verdict.ts";

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
