import { CONFIDENCE_DRAWS, type Estimated, estimateShare } from "./estimate-share.ts";
import { decideSubTask, isUnanimous, verdictsOf } from "./review-run.ts";
import type { Review } from "./review-verdict.ts";
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
  readonly perfect: Estimated | undefined;
  /** Share of instances on which all agree, of those with at least two verdicts. */
  readonly agreement: Estimated | undefined;
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
      perfect: estimateShare(judged, ({ reviews }) => perfectShare(reviews), CONFIDENCE_DRAWS),
      agreement: agreementOf(judged, ({ reviews }) => reviews),
      malformed: malformedIn(judged.flatMap(({ reviews }) => reviews)),
    },
    metaReviewers: {
      perfect: estimateShare(
        decided,
        ({ verdict }) => (verdict === undefined ? undefined : Number(verdict === "perfect")),
        CONFIDENCE_DRAWS,
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
): Estimated | undefined {
  const shareOf = (instance: ReviewedInstance): number | undefined => {
    const unanimous = isUnanimous(tier(instance));
    return unanimous === undefined ? undefined : Number(unanimous);
  };
  return estimateShare(instances, shareOf, CONFIDENCE_DRAWS);
}

const malformedIn = (reviews: readonly Review[]): number =>
  reviews.filter(({ type }) => type === "malformed").length;
