import { visibleText } from "../../util/visible-text.ts";
import { cellText, hasIntervals, INTERVALS } from "./cell-text.ts";
import type { PaperTable, TablePart } from "./paper-table.ts";

/** GitHub-flavoured Markdown; ours in bold. Nothing in a cell is read as Markdown or HTML. */
export function tableMarkdown(table: PaperTable): string {
  const { title, source, parts, notes, commands } = table;
  const lines = [
    `## ${escaped(title)}`,
    "",
    escaped(source),
    ...parts.flatMap((part) => ["", ...partLines(part)]),
    "",
    ...(hasIntervals(table) ? [INTERVALS, ""] : []),
    ...notes.map((note) => `- ${escaped(note)}`),
    ...(commands.length === 0 ? [] : ["", "Figures of your own come from:", "", "```", ...commands, "```"]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function partLines({ title, rowTitle, columns, rows }: TablePart): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    ...(title === undefined ? [] : [`### ${escaped(title)}`, ""]),
    line([
      rowTitle,
      ...columns.map((column) =>
        escaped(column.over === undefined ? column.title : `${column.over}: ${column.title}`),
      ),
    ]),
    line(["---", ...columns.map(() => "---:")]),
    ...rows.map(({ label, under, whose, cells }) => {
      const whole = escaped(under === undefined ? label : `${under}: ${label}`);
      return line([
        whose === "ours" ? `**${whole}**` : whole,
        ...cells.map((cell) => escaped(cellText(cell))),
      ]);
    }),
  ];
}

function escaped(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_~|]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}
