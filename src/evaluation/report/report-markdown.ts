import { visibleText } from "../../util/visible-text.ts";
import type { Comparison, Report } from "./report.ts";
import { comparisonTitle, type ReportTable } from "./report-table.ts";
import { comparisonTables, reportParts } from "./report-tables.ts";

/** A report in GitHub-flavoured Markdown: what was run, the results, what they cost and what is left out come first. */
export function reportMarkdown(report: Report): string {
  const { facts, result, asking, efficiency, measures, groups, troubles, how } = reportParts(report);
  return joined([
    `# Evaluation of ${markdownText(report.manifest.benchmark)}`,
    factsText(facts),
    ...[result, ...asking, efficiency].map(markdownSection),
    ...leftOutSection(report.leftOut),
    ...(measures.length === 0 ? [] : ["## Measures", factsText(measures)]),
    ...[...groups, ...troubles, ...how].map(markdownSection),
  ]);
}

const factsText = (facts: readonly (readonly [name: string, text: string])[]): string =>
  facts.map(([name, text]) => `- **${markdownText(name)}:** ${markdownText(text)}`).join("\n");

/** Two runs beside each other in GitHub-flavoured Markdown. */
export function comparisonMarkdown(comparison: Comparison): string {
  return joined([
    `# ${markdownText(comparisonTitle(comparison))}`,
    ...comparisonTables(comparison).map(markdownSection),
    ...leftOutSection(comparison.leftOut),
  ]);
}

function leftOutSection(leftOut: readonly string[]): readonly string[] {
  if (leftOut.length === 0) return [];
  return ["## Left out, and worth knowing", leftOut.map((text) => `- ${markdownText(text)}`).join("\n")];
}

const joined = (parts: readonly string[]): string => `${parts.join("\n\n")}\n`;

/** A text on one line, of which nothing is read as Markdown or HTML. */
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
