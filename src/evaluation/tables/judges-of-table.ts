import { SUB_TASK_NAMES } from "../judges/sub-task.ts";
import { estimateCell, type OurEntry, type TableRow } from "./paper-table.ts";

/** Who held the answers against references, beside the run or afterwards. */
export function judgedBy({ records, reviews, run }: OurEntry): string {
  const beside = new Set(records.flatMap(({ judged }) => judged?.by ?? []));
  const without = records.filter(({ judged }) => judged !== undefined && judged.verdict === undefined).length;
  if (beside.size > 0)
    return `judged by ${[...beside].join(", ")}${without === 0 ? "" : `, ${without} answers without a verdict that can be read`}`;
  const afterwards = reviews?.judging.reference;
  return afterwards === undefined
    ? `not judged yet, which is done with fuxi eval judges ${run} --reference`
    : `judged afterwards by ${afterwards}`;
}

export function reviewedBy({ reviews, run }: OurEntry): string {
  if (reviews === undefined) return `not reviewed yet, which is done with fuxi eval judges ${run}`;
  const { reviewers, metaReviewers } = reviews.judging;
  const ties = reviews.rows.reduce((sum, { tied }) => sum + tied, 0);
  return `reviewers ${reviewers.join(", ")}; meta-reviewers ${metaReviewers.join(", ")}; ties: ${ties}`;
}

export function reviewRows({ reviews, configuration, label }: OurEntry): readonly TableRow[] {
  const own = reviews?.rows.filter((row) => row.configuration === configuration.id) ?? [];
  return own.map(({ subTask, reviewers, metaReviewers }) => ({
    label: `${label}, ${SUB_TASK_NAMES[subTask]}`,
    whose: "ours",
    cells: [reviewers.perfect, reviewers.agreement, metaReviewers.perfect, metaReviewers.agreement].map(
      (estimate) => estimateCell(estimate, 2),
    ),
  }));
}
