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
import {
  type ComparableVerdict,
  type HumanLabels,
  humanAgreement,
  type LabelledPart,
} from "./human-agreement.ts";
import { SUB_TASK_NAMES } from "./judge.ts";
import type { Judged, JudgedReference, Judging } from "./judge-stored.ts";
import { decideSubTask, estimateShare, type ReviewedInstance, type ReviewRow, reviewRows } from "./review.ts";

interface JudgingReportOptions {
  readonly judging: Judging;
  readonly currency: string;
  /** What a reader has to know: judges of the agent's family, values that were withheld. */
  readonly warnings: readonly string[];
  readonly labels?: HumanLabels | undefined;
}

/** Everything that came of a judging, as JSON. */
export type JudgingReport = ReturnType<typeof judgingReport>;

export function judgingReport(
  { id, done, instances, references, usage, cost }: Judged,
  { judging, currency, warnings, labels }: JudgingReportOptions,
) {
  const decided = instances.map((each) => ({ ...each, ...decideSubTask(each.metaReviews) }));
  return {
    id,
    judging,
    /** False where it was ended early: the figures are of what is there. */
    done,
    rows: reviewRows(instances),
    references: referenceRows(references),
    ...given({ human: labels && humanAgreement(labels, comparable(decided, references)) }),
    warnings,
    usage,
    ...given({ cost }),
    currency,
    /** Every verdict with its rationale. */
    instances: decided,
    referenceVerdicts: references,
  };
}

function comparable(
  decided: readonly (ReviewedInstance & ReturnType<typeof decideSubTask>)[],
  references: readonly JudgedReference[],
): readonly ComparableVerdict[] {
  const reviewed = decided.flatMap(({ task, configuration, subTask, verdict }) =>
    verdict === undefined ? [] : [{ task, configuration, part: subTask, verdict }],
  );
  const compared = references.flatMap(({ task, configuration, verdict: said }) => {
    if (said.type !== "match" && said.type !== "grade") return [];
    const verdict = said.type === "grade" ? String(said.grade) : said.match ? "match" : "not match";
    return [{ task, configuration, part: "reference" as const, verdict }];
  });
  return [...reviewed, ...compared];
}

/** What verdicts by reference come to (the paper's Table 2): the share of matches, and the mean grade. */
function referenceRows(references: readonly JudgedReference[]) {
  return [...new Set(references.map(({ configuration }) => configuration))].map((configuration) => {
    const own = references.filter((each) => each.configuration === configuration);
    const count = (type: string): number => own.filter(({ verdict }) => verdict.type === type).length;
    return {
      configuration,
      match: estimateShare(own, ({ verdict }) =>
        verdict.type === "match" ? Number(verdict.match) : undefined,
      ),
      grade: estimateShare(
        own,
        ({ verdict }) => (verdict.type === "grade" ? verdict.grade : undefined),
        "grade",
      ),
      malformed: count("malformed"),
      absent: count("absent"),
    };
  });
}

/** The paper's Table 4 for runs of our own, verdicts by reference, and agreement with people. */
export function judgingTables(report: JudgingReport): readonly ReportTable[] {
  return [
    ...(report.rows.length === 0 ? [] : [reviewTable(report), countsTable(report)]),
    ...(report.references.length === 0 ? [] : [referenceTable(report)]),
    ...humanTables(report),
  ];
}

/** What has to be said beside the tables, a sentence each. */
export function judgingNotes(report: JudgingReport): readonly string[] {
  const { done, warnings, usage, cost, currency, human } = report;
  return [
    ...(done ? [] : ["Not all verdicts are there; the figures are of those that are."]),
    ...malformedNote(report),
    ...warnings,
    ...(human?.unused ?? []).map(({ line, why }) => `Labels, line ${line} is not used: ${why}.`),
    `Replies of judges: ${usage.calls.toLocaleString("en")}; ${countText(tokensOf(usage), "token")}; cost ${costText(cost, currency)}.`,
  ];
}

function malformedNote({ rows, references }: JudgingReport): readonly string[] {
  const tiers = rows.flatMap(({ reviewers, metaReviewers }) => [reviewers, metaReviewers]);
  const malformed = [...tiers, ...references].reduce((sum, each) => sum + each.malformed, 0);
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

/** The configuration is named where there are several. */
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

function referenceTable({ references }: JudgingReport): ReportTable {
  return {
    title: "Answers beside their references",
    note: "Match: of conclusive questions. Grade: of interpretive ones, 1 to 5.",
    columns: [words("Configuration"), ...["Match", "Grade", "Malformed", "Not there"].map(figures)],
    rows: references.map(({ configuration, match, grade, malformed, absent }) => [
      configuration,
      estimateText("share", match),
      estimateText("grade", grade),
      String(malformed),
      String(absent),
    ]),
  };
}

function humanTables({ human }: JudgingReport): readonly ReportTable[] {
  if (human === undefined || human.agreements.length === 0) return [];
  const partName = (part: LabelledPart): string => (part === "reference" ? part : SUB_TASK_NAMES[part]);
  const overall: ReportTable = {
    title: "Agreement with people",
    columns: [words("Part"), ...["Pairs", "Agree", "Cohen's kappa"].map(figures)],
    rows: human.agreements.map(({ part, pairs, share, interval, kappa }) => [
      partName(part),
      String(pairs),
      estimateText("share", { mean: share, questions: pairs, interval: { ...interval, method: "wilson" } }),
      kappa?.toFixed(2) ?? "–",
    ]),
  };
  const confusions = human.agreements.map(({ part, verdicts, confusion }) => ({
    title: `People beside judges: ${partName(part)}`,
    columns: [words("People say"), ...verdicts.map((verdict) => figures(`Judges: ${verdict}`))],
    rows: verdicts.map((verdict, at) => [verdict, ...(confusion[at] ?? []).map(String)]),
  }));
  return [overall, ...confusions];
}
