import type { Usage } from "../../model/usage.ts";
import { decideSubTask } from "./decide-sub-task.ts";
import { CONFIDENCE_DRAWS, type Estimated, estimateShare } from "./estimate-share.ts";
import { type ComparableVerdict, type HumanAgreement, humanAgreement } from "./human-agreement.ts";
import type { HumanLabel, UnusedLabel } from "./human-labels.ts";
import type { Judged, JudgedReference } from "./judge-stored.ts";
import type { Judging } from "./judging.ts";
import { type ReviewedInstance, type ReviewRow, reviewRows } from "./review-table.ts";

/** What verdicts by reference come to (the paper's Table 2). */
export interface ReferenceRow {
  readonly configuration: string;
  /** Share of conclusive questions that match. */
  readonly match: Estimated | undefined;
  /** Mean grade of interpretive questions, 1 to 5. */
  readonly grade: Estimated | undefined;
  readonly malformed: number;
  /** Without an answer or without a reference. */
  readonly absent: number;
}

/** Everything that came of a judging, as JSON. */
export interface JudgingReport {
  readonly id: string;
  readonly judging: Judging;
  /** False where it was ended early: the figures are of what is there. */
  readonly done: boolean;
  readonly rows: readonly ReviewRow[];
  readonly references: readonly ReferenceRow[];
  /** Absent where no labels of people were given. */
  readonly human?: {
    readonly agreements: readonly HumanAgreement[];
    readonly unused: readonly UnusedLabel[];
  };
  /** What a reader has to know: judges of the agent's family, values that were withheld. */
  readonly warnings: readonly string[];
  readonly usage: Usage;
  readonly cost?: number;
  readonly currency: string;
  /** Every verdict with its rationale. */
  readonly instances: readonly (ReviewedInstance & { readonly verdict?: string; readonly tied: boolean })[];
  readonly referenceVerdicts: readonly JudgedReference[];
}

export interface JudgingReportOptions {
  readonly judging: Judging;
  readonly currency: string;
  readonly warnings: readonly string[];
  readonly labels?: { readonly labels: readonly HumanLabel[]; readonly unused: readonly UnusedLabel[] };
}

export function judgingReport(
  { id, done, instances, references, usage, cost }: Judged,
  { judging, currency, warnings, labels }: JudgingReportOptions,
): JudgingReport {
  const decided = instances.map((each) => ({ ...each, ...decideSubTask(each.metaReviews) }));
  return {
    id,
    judging,
    done,
    rows: reviewRows(instances),
    references: referenceRows(references),
    ...(labels === undefined ? {} : { human: withPeople(labels, decided, references) }),
    warnings,
    usage,
    ...(cost === undefined ? {} : { cost }),
    currency,
    instances: decided,
    referenceVerdicts: references,
  };
}

function withPeople(
  { labels, unused }: NonNullable<JudgingReportOptions["labels"]>,
  decided: JudgingReport["instances"],
  references: readonly JudgedReference[],
): NonNullable<JudgingReport["human"]> {
  const verdicts: ComparableVerdict[] = decided.flatMap(({ task, configuration, subTask, verdict }) =>
    verdict === undefined ? [] : [{ task, configuration, part: subTask, verdict }],
  );
  for (const { task, configuration, verdict } of references) {
    const said = { task, configuration, part: "reference" as const };
    if (verdict.type === "match") verdicts.push({ ...said, verdict: verdict.match ? "match" : "not match" });
    if (verdict.type === "grade") verdicts.push({ ...said, verdict: String(verdict.grade) });
  }
  const compared = humanAgreement(labels, verdicts);
  const all = [...unused, ...compared.unused].sort((a, b) => a.line - b.line);
  return { agreements: compared.agreements, unused: all };
}

function referenceRows(references: readonly JudgedReference[]): readonly ReferenceRow[] {
  return [...new Set(references.map(({ configuration }) => configuration))].map((configuration) => {
    const own = references.filter((each) => each.configuration === configuration);
    const count = (type: string): number => own.filter(({ verdict }) => verdict.type === type).length;
    return {
      configuration,
      match: estimateShare(
        own,
        ({ verdict }) => (verdict.type === "match" ? Number(verdict.match) : undefined),
        CONFIDENCE_DRAWS,
      ),
      grade: estimateShare(own, ({ verdict }) => (verdict.type === "grade" ? verdict.grade : undefined), {
        ...CONFIDENCE_DRAWS,
        unit: "grade",
      }),
      malformed: count("malformed"),
      absent: count("absent"),
    };
  });
}
