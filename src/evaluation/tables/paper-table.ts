import { visibleText } from "../../util/visible-text.ts";

export const PAPER = "Middleware for LLMs (Gu et al., 2024)";
export const PERCENT = { scale: 100, digits: 1 };
export const OURS = "Ours";
export const BIRD = "fuxi eval bird --data <folder> --no-oracle-knowledge --model <model>";
export const FREEBASE =
  "fuxi eval kbqa-agent --data <folder> --endpoint <Freebase> --entities gold --model <model>";

export const HUNDRED =
  "Section D.1 of the paper draws 100 questions from all of BIRD's dev set, Section 5.4 draws 100 from those that need content; as both give 39.0 and 12.0, they seem to be the same.";

export const percent = (value: number): Figure => ({ value, digits: 1 });

/** A figure with its interval, else with the number of its cases where that is known. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell;
  const { value, digits, low, high, n } = cell;
  const text = value.toFixed(digits);
  if (low === undefined || high === undefined) return n === undefined ? text : `${text} (n = ${n})`;
  return `${text} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** Whether a figure has an interval, which has to be explained then. */
export function hasIntervals({ parts }: PaperTable): boolean {
  return parts.some(({ rows }) =>
    rows.some(({ cells }) =>
      cells.some((cell) => cell !== null && typeof cell !== "string" && cell.low !== undefined),
    ),
  );
}

export const INTERVALS = "In brackets: 95 % interval over questions.";

/** A number of a table. */
export interface Figure {
  readonly value: number;
  /** How many digits behind the point are printed. */
  readonly digits: number;
  /** 95 % interval, of our own figures. */
  readonly low?: number;
  readonly high?: number;
  /** Questions it is the mean of, for our own figures. */
  readonly n?: number;
}

/** A text stands where the paper prints one ("∞", "-"); null where there is nothing. */
export type Cell = Figure | string | null;

export interface TableColumn {
  readonly title: string;
  /** Heading that it shares with its neighbours. */
  readonly over?: string;
}

export interface TableRow {
  readonly label: string;
  /** Heading that it shares with its neighbours. */
  readonly under?: string;
  readonly whose: "paper" | "ours";
  /** One for each column. */
  readonly cells: readonly Cell[];
}

/** Columns of our own stand behind the paper's where a table has systems beside each other. */
export interface TablePart {
  readonly title?: string;
  readonly rowTitle: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** A paper's table with its figures as printed, and ours with them. */
export interface PaperTable {
  /** As on the command line: "middleware-1". */
  readonly name: string;
  readonly title: string;
  /** Paper, table, and what its figures are. */
  readonly source: string;
  readonly parts: readonly TablePart[];
  /** Where the paper slips, and what of ours is not the paper's setting. */
  readonly notes: readonly string[];
  /** What fills the rows of ours; empty where there are some. */
  readonly commands: readonly string[];
}

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
