import { given } from "../../util/given.ts";
import {
  costText,
  countText,
  estimateText,
  figures,
  type ReportTable,
  words,
} from "../report/report-table.ts";
import { tokensOf } from "../run/configuration.ts";
import { SUB_TASK_NAMES } from "./judge.ts";
import type { Judged, Judging } from "./judge-stored.ts";
import { decideSubTask, type ReviewRow, reviewRows } from "./review.ts";

interface JudgingReportOptions {
  readonly judging: Judging;
  readonly currency: string;
  /** Notes for the reader, such as judges of the agent's own family. */
  readonly warnings: readonly string[];
}

/** The results of a judging, as JSON. */
export type JudgingReport = ReturnType<typeof judgingReport>;

export function judgingReport(
  { id, done, instances, usage, cost }: Judged,
  { judging, currency, warnings }: JudgingReportOptions,
) {
  const decided = instances.map((each) => ({ ...each, ...decideSubTask(each.metaReviews) }));
  return {
    id,
    judging,
    /** False if it ended early: the figures cover the finished part. */
    done,
    rows: reviewRows(instances),
    warnings,
    usage,
    ...given({ cost }),
    currency,
    /** Every verdict with its rationale. */
    instances: decided,
  };
}

/** The paper's Table 4 for runs of our own. */
export function judgingTables(report: JudgingReport): readonly ReportTable[] {
  return [...(report.rows.length === 0 ? [] : [reviewTable(report), countsTable(report)])];
}

/** Notes beside the tables, one sentence each. */
export function judgingNotes(report: JudgingReport): readonly string[] {
  const { done, warnings, usage, cost, currency } = report;
  return [
    ...(done ? [] : ["Not all verdicts are there; the figures are of those that are."]),
    ...malformedNote(report),
    ...warnings,
    `Replies of judges: ${usage.calls.toLocaleString("en")}; ${countText(tokensOf(usage), "token")}; cost ${costText(cost, currency)}.`,
  ];
}

function malformedNote({ rows }: JudgingReport): readonly string[] {
  const tiers = rows.flatMap(({ reviewers, metaReviewers }) => [reviewers, metaReviewers]);
  const malformed = tiers.reduce((sum, each) => sum + each.malformed, 0);
  if (malformed === 0) return [];
  return [`Malformed: ${countText(malformed, "verdict")}, in no share.`];
}

function reviewTable({ rows }: JudgingReport): ReportTable {
  const named = namedRows(rows);
  return {
    title: "Peer review",
    note: "Intervals are of 95 %, over questions. Agree: all of one tier say the same.",
    columns: [
      ...named.columns,
      ...["Reviewers perfect", "Agree", "Meta-reviewers perfect", "Agree"].map(figures),
    ],
    rows: rows.map((row) => [
      ...named.cells(row),
      ...[row.reviewers, row.metaReviewers].flatMap(({ perfect, agreement }) => [
        estimateText("share", perfect),
        estimateText("share", agreement),
      ]),
    ]),
  };
}

function countsTable({ rows }: JudgingReport): ReportTable {
  const named = namedRows(rows);
  return {
    title: "What the shares are of",
    note: "Malformed: verdicts that could not be read after three tries. Ties count as imperfect. Undecided (no readable meta-review) and not there (nothing to judge) are in no share.",
    columns: [
      ...named.columns,
      ...["Judged", "Malformed reviews", "Malformed meta-reviews", "Tied", "Undecided", "Not there"].map(
        figures,
      ),
    ],
    rows: rows.map((row) => [
      ...named.cells(row),
      ...[
        row.instances,
        row.reviewers.malformed,
        row.metaReviewers.malformed,
        row.tied,
        row.undecided,
        row.absent,
      ].map((count) => count.toLocaleString("en")),
    ]),
  };
}

/** Leading columns of a row, with the configuration if there are several. */
function namedRows(rows: JudgingReport["rows"]) {
  const several = new Set(rows.map(({ configuration }) => configuration)).size > 1;
  return {
    columns: [...(several ? [words("Configuration")] : []), words("Sub-task")],
    cells: ({ configuration, subTask }: ReviewRow): readonly string[] => [
      ...(several ? [configuration] : []),
      SUB_TASK_NAMES[subTask],
    ],
  };
}
