import type { LongFormAnswer, ReportText } from "../../../trajectory/long-form-answer.ts";

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
