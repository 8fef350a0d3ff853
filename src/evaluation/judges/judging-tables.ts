import { costText, countText, estimateText } from "../report/figure-text.ts";
import { markdownSection, markdownText } from "../report/markdown/markdown-text.ts";
import { figures, type ReportTable, words } from "../report/tables/report-table.ts";
import { tokensOf } from "../run/configuration.ts";
import type { LabelledPart } from "./human-labels.ts";
import type { HumanAgreement, JudgingReport } from "./judging-report.ts";

import type { ReviewRow } from "./review-table.ts";
import { SUB_TASK_NAMES } from "./sub-task.ts";

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
  return [
    `Malformed: ${countText(malformed, "verdict")}, in no share. The same command with --again asks for ${malformed === 1 ? "it" : "them"} once more.`,
  ];
}

/** The report in GitHub-flavoured Markdown. */
export function judgingMarkdown(report: JudgingReport): string {
  const { judging } = report;
  const who = [
    `Reviewers: ${judging.reviewers.join(", ")}`,
    `Meta-reviewers: ${judging.metaReviewers.join(", ")}`,
    `Temperature: ${judging.temperature}`,
  ];
  return `${[
    `# Judging of ${markdownText(judging.run)}`,
    who.map((text) => `- ${markdownText(text)}`).join("\n"),
    ...judgingTables(report).map(markdownSection),
    "## Worth knowing",
    judgingNotes(report)
      .map((text) => `- ${markdownText(text)}`)
      .join("\n"),
    markdownSection(verdictTable(report)),
  ].join("\n\n")}\n`;
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
  const overall: ReportTable = {
    title: "Agreement with people",
    columns: [words("Part"), ...["Pairs", "Agree", "Cohen's kappa"].map(figures)],
    rows: human.agreements.map(({ part, pairs, share, interval, kappa }) => [
      partName(part),
      String(pairs),
      estimateText("share", { mean: share, questions: pairs, interval: { ...interval, method: "wilson" } }),
      kappa === undefined ? "–" : kappa.toFixed(2),
    ]),
  };
  return [overall, ...human.agreements.map(confusionTable)];
}

function confusionTable({ part, verdicts, confusion }: HumanAgreement): ReportTable {
  return {
    title: `People beside judges: ${partName(part)}`,
    columns: [words("People say"), ...verdicts.map((verdict) => figures(`Judges: ${verdict}`))],
    rows: verdicts.map((verdict, at) => [verdict, ...(confusion[at] ?? []).map(String)]),
  };
}

function verdictTable({ instances }: JudgingReport): ReportTable {
  const votes = (reviews: JudgingReport["instances"][number]["reviews"]): string =>
    reviews.map((review) => (review.type === "verdict" ? review.verdict : "malformed")).join(", ");
  return {
    title: "Verdicts",
    columns: ["Configuration", "Task", "Sub-task", "Verdict", "Reviewers", "Meta-reviewers"].map(words),
    rows: instances.map(({ configuration, task, subTask, absent, verdict, tied, reviews, metaReviews }) => [
      configuration,
      task,
      SUB_TASK_NAMES[subTask],
      absent ? "not there" : `${verdict ?? "none"}${tied ? " (tied)" : ""}`,
      votes(reviews),
      votes(metaReviews),
    ]),
  };
}

function partName(part: LabelledPart): string {
  return part === "reference" ? "reference" : SUB_TASK_NAMES[part];
}
