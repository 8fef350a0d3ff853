import type { Comparison, Report } from "../report.ts";
import { askingTables } from "../tables/asking-tables.ts";
import { comparisonTables } from "../tables/comparison-tables.ts";
import { markdownSection, markdownText } from "../tables/markdown-text.ts";
import { comparisonTitle } from "../tables/report-table.ts";
import { efficiencyTable, groupTables, resultTable } from "../tables/result-tables.ts";
import { configurationTable, provenanceTables, runFacts } from "../tables/run-tables.ts";
import { troubleTables } from "../tables/trouble-tables.ts";

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
