import { costText, countText, estimateText } from "../report/figure-text.ts";
import { markdownSection, markdownText } from "../report/markdown/markdown-text.ts";
import { figures, type ReportTable, words } from "../report/tables/report-table.ts";
import { tokensOf } from "../run/price.ts";
import type { HumanAgreement } from "./human-agreement.ts";
import type { LabelledPart } from "./human-labels.ts";
import type { JudgingReport } from "./judging-report.ts";
import { SUB_TASK_NAMES } from "./sub-task.ts";

/** The paper's Table 4 for runs of our own, verdicts by reference, and agreement with people. */
export function judgingTables(report: JudgingReport): readonly ReportTable[] {
  return [
    ...(report.rows.length === 0 ? [] : [reviewTable(report)]),
    ...(report.references.length === 0 ? [] : [referenceTable(report)]),
    ...humanTables(report),
  ];
}

/** What has to be said beside the tables, a sentence each. */
export function judgingNotes(report: JudgingReport): readonly string[] {
  const { done, warnings, usage, cost, currency, human } = report;
  return [
    ...(done ? [] : ["Not all verdicts are there; the figures are of those that are."]),
    ...warnings,
    ...(human?.unused ?? []).map(({ line, why }) => `Labels, line ${line} is not used: ${why}.`),
    `It took ${countText(usage.calls, "reply").replace("replys", "replies")} of judges, ${countText(tokensOf(usage), "token")}, cost ${costText(cost, currency)}.`,
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
  const several = new Set(rows.map(({ configuration }) => configuration)).size > 1;
  return {
    title: "Peer review",
    note: "Intervals are of 95 %, over questions. Tied: counted as imperfect. Undecided and not there: in no rate.",
    columns: [
      ...(several ? [words("Configuration")] : []),
      words("Sub-task"),
      ...[
        "Reviewers perfect",
        "agree",
        "Meta perfect",
        "agree",
        "Judged",
        "Malformed",
        "Tied",
        "Undecided",
        "Not there",
      ].map(figures),
    ],
    rows: rows.map(({ configuration, subTask, reviewers, metaReviewers, ...row }) => [
      ...(several ? [configuration] : []),
      SUB_TASK_NAMES[subTask],
      estimateText("share", reviewers.perfect),
      estimateText("share", reviewers.agreement),
      estimateText("share", metaReviewers.perfect),
      estimateText("share", metaReviewers.agreement),
      String(row.instances),
      `${reviewers.malformed} + ${metaReviewers.malformed}`,
      String(row.tied),
      String(row.undecided),
      String(row.absent),
    ]),
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
      estimateText("count", grade),
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
