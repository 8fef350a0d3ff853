import type { Task } from "../../../environment/task.ts";
import type { LongFormAnswer, ReportText } from "../../../trajectory/long-form-answer.ts";
import { clipped } from "../../../util/clipped-text.ts";
import { type Draft, LONGEST } from "./long-form-state.ts";

/** A draft with each of its texts as it stays. */
export function writtenReport(
  { title, summary, findings, notFound }: Draft,
  { question }: Task,
  text: (written: string) => ReportText,
): Pick<LongFormAnswer, "title" | "summary" | "findings" | "notFound"> {
  const line = (written: string) => plainText(text(written), false);
  return {
    title: line(title) || clipped(question, LONGEST.title),
    summary: text(summary),
    findings: findings.map((finding) => ({
      ...(finding.heading === "" ? {} : { heading: line(finding.heading) }),
      text: text(finding.text),
    })),
    notFound: notFound.map(text),
  };
}

/** Behind a figure that nothing bears out. */
const UNCONFIRMED = " (unconfirmed)";

/** The report as plain Markdown without its sources; a figure that nothing bears out is marked. */
export function reportText({ title, summary, findings, notFound, queries }: LongFormAnswer): string {
  // Without queries no figure could be confirmed, which is said once and not behind each of them.
  const text = (each: ReportText) => plainText(each, queries.length > 0);
  return [
    `# ${title}`,
    text(summary),
    ...findings.flatMap((finding) => [
      ...(finding.heading === undefined ? [] : [`## ${finding.heading}`]),
      text(finding.text),
    ]),
    ...(notFound.length === 0
      ? []
      : ["## What could not be found", notFound.map((each) => `- ${text(each)}`).join("\n")]),
  ].join("\n\n");
}

/** Texts and figures as they are to be read. @param marks whether what nothing bears out is marked */
export function plainText(text: ReportText, marks: boolean): string {
  return text
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if ("cites" in piece) return "";
      return marks && piece.verdict === "unsupported" ? `${piece.shown}${UNCONFIRMED}` : piece.shown;
    })
    .join("")
    .replace(/(?<![^\S\n])[^\S\n]+([.,;:!?])/gu, "$1")
    .replace(/[^\S\n]{2,}/gu, " ")
    .trim();
}
