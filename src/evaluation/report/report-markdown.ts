import { visibleText } from "../../util/visible-text.ts";
import type { Comparison, Report } from "./report.ts";
import { comparisonTitle, type ReportTable } from "./report-table.ts";
import {
  askingTables,
  comparisonTables,
  configurationTable,
  efficiencyTable,
  groupTables,
  provenanceTables,
  resultTable,
  runFacts,
  troubleTables,
} from "./report-tables.ts";

/** A report in GitHub-flavoured Markdown: what was run, the results, what they cost and what is left out come first. */
export function reportMarkdown(report: Report): string {
  const { benchmark } = report.manifest;
  return joined([
    `# Evaluation of ${markdownText(benchmark)}`,
    runFacts(report)
      .map(([name, text]) => `- **${name}:** ${markdownText(text)}`)
      .join("\n"),
    markdownSection(resultTable(report)),
    ...askingTables(report).map(markdownSection),
    markdownSection(efficiencyTable(report)),
    ...leftOutSection(report.leftOut),
    ...measuresSection(report),
    ...groupTables(report).map(markdownSection),
    ...troubleTables(report).map(markdownSection),
    markdownSection(configurationTable(report)),
    ...provenanceTables(report).map(markdownSection),
  ]);
}

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

function measuresSection({ measures }: Report): readonly string[] {
  const told = measures.filter(({ description }) => description !== "");
  if (told.length === 0) return [];
  return [
    "## Measures",
    told
      .map(({ name, description }) => `- **${markdownText(name)}:** ${markdownText(description)}`)
      .join("\n"),
  ];
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
