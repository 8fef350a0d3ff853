import { markdownSection, markdownText } from "../report/markdown/markdown-text.ts";
import type { SimulationReport } from "./simulation-row.ts";
import { simulationTable } from "./simulation-table.ts";

/** The study in GitHub-flavoured Markdown. */
export function simulationMarkdown(report: SimulationReport): string {
  const left = report.notes.map((note) => `- ${markdownText(note)}`);
  return `${[markdownSection(simulationTable(report)), ...(left.length === 0 ? [] : [left.join("\n")])].join("\n\n")}\n`;
}
