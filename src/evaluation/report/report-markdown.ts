import { visibleText } from "../../util/visible-text.ts";
import type { Report } from "./report.ts";
import type { ReportTable } from "./report-table.ts";
import { reportParts } from "./report-tables.ts";

/** A report in GitHub-flavoured Markdown. The run, its results, costs and omissions come first. */
export function reportMarkdown(report: Report): string {
  const { facts, result, asking, efficiency, measures, groups, troubles, how } = reportParts(report);
  const { leftOut } = report;
  const parts = [
    `# Evaluation of ${markdownText(report.manifest.benchmark)}`,
    factsText(facts),
    ...[result, ...asking, efficiency].map(markdownSection),
    ...(leftOut.length === 0
      ? []
      : ["## Left out, and worth knowing", leftOut.map((text) => `- ${markdownText(text)}`).join("\n")]),
    ...(measures.length === 0 ? [] : ["## Measures", factsText(measures)]),
    ...[...groups, ...troubles, ...how].map(markdownSection),
  ];
  return `${parts.join("\n\n")}\n`;
}

const factsText = (facts: readonly (readonly [name: string, text: string])[]): string =>
  facts.map(([name, text]) => `- **${markdownText(name)}:** ${markdownText(text)}`).join("\n");

/** Escapes Markdown and HTML in a text, and puts it on one line. */
export function markdownText(text: string): string {
  return visibleText(text.replace(/\s+/gu, " "))
    .replace(/[\\`*_[\]~|#]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

export function markdownTable({ columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ name }) => markdownText(name))),
    line(columns.map((column) => (column.figures ? "---:" : "---"))),
    ...rows.map((row) => line(row.map(markdownText))),
  ].join("\n");
}

/** A table under its title. */
function markdownSection(table: ReportTable): string {
  const note = table.note === undefined ? [] : [markdownText(table.note)];
  return [`## ${markdownText(table.title)}`, markdownTable(table), ...note].join("\n\n");
}
