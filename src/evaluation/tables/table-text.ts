import { displayWidth } from "../../util/display-width.ts";
import { visibleText } from "../../util/visible-text.ts";
import { cellText, hasIntervals, INTERVALS, type PaperTable, type TablePart } from "./paper-table.ts";

/** For a terminal: figures stand right, headings above the rows that share them, ours marked with `>`. */
export function tableText(table: PaperTable): string {
  const { name, title, source, parts, notes, commands } = table;
  return [
    `${title} (${name})`,
    source,
    ...parts.flatMap((part) => ["", ...partLines(part)]),
    "",
    ...(hasIntervals(table) ? [INTERVALS] : []),
    ...notes.map((note) => `- ${note}`),
    ...(commands.length === 0
      ? []
      : ["Figures of your own come from:", ...commands.map((each) => `  ${each}`)]),
  ]
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

function partLines({ title, rowTitle, columns, rows }: TablePart): readonly string[] {
  const cells = rows.map((row) => row.cells.map(cellText));
  const widths = widenedForOver(
    columns,
    columns.map((column, at) =>
      Math.max(displayWidth(column.title), ...cells.map((row) => displayWidth(row[at] ?? ""))),
    ),
  );
  const labels = rows.map((row) => `${row.whose === "ours" ? "> " : "  "}${visibleText(row.label)}`);
  const first = Math.max(displayWidth(rowTitle) + 2, ...labels.map(displayWidth));
  const line = (label: string, own: readonly string[]): string =>
    [padEnd(label, first), ...own.map((text, at) => padStart(text, widths[at] ?? 0))].join("  ");
  const overs = overLine(columns, widths);
  return [
    ...(title === undefined ? [] : [title]),
    ...(overs.trim() === "" ? [] : [`${" ".repeat(first)}  ${overs}`]),
    line(
      `  ${rowTitle}`,
      columns.map((column) => column.title),
    ),
    [first, ...widths].map((width) => "─".repeat(width)).join("  "),
    ...rows.flatMap((row, at) => [
      ...(row.under !== undefined && row.under !== rows[at - 1]?.under ? [row.under] : []),
      line(labels[at] ?? "", cells[at] ?? []),
    ]),
  ];
}

/** Columns that share a heading are made so wide that it has room over them. */
function widenedForOver(columns: TablePart["columns"], widths: readonly number[]): readonly number[] {
  const widened = [...widths];
  let from = 0;
  for (const [at, { over }] of columns.entries()) {
    if (over !== columns[at - 1]?.over) from = at;
    if (over === undefined || over === columns[at + 1]?.over) continue;
    const room = widened.slice(from, at + 1).reduce((sum, width) => sum + width + 2, -2);
    const missing = Math.ceil(Math.max(0, displayWidth(over) - room) / (at + 1 - from));
    for (let own = from; own <= at; own++) widened[own] = (widened[own] ?? 0) + missing;
  }
  return widened;
}

/** The shared headings, each at the left of the columns it is over. */
function overLine(columns: TablePart["columns"], widths: readonly number[]): string {
  let [text, column] = ["", 0];
  for (const [at, { over }] of columns.entries()) {
    if (over !== undefined && over !== columns[at - 1]?.over) text = `${padEnd(text, column)}${over}`;
    column += (widths[at] ?? 0) + 2;
  }
  return text;
}

const padEnd = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - displayWidth(text)));
const padStart = (text: string, width: number): string =>
  " ".repeat(Math.max(0, width - displayWidth(text))) + text;
