import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { visibleText } from "../../util/visible-text.ts";
import { SUB_TASK_NAMES } from "../judges/judge.ts";
import type { KeptReviews } from "../judges/judge-stored.ts";
import type { RunRecords } from "../report/compare-runs.ts";
import { byQuestion, estimateOf, RESAMPLES, SEED } from "../report/estimate-of.ts";
import type { Estimate } from "../report/report.ts";
import { markdownTable, markdownText } from "../report/report-markdown.ts";
import { figures, type ReportTable, settingText, words } from "../report/report-table.ts";
import type { Configuration, ItemRecord } from "../run/configuration.ts";
import type { TableFill } from "./fill-table.ts";

/** A stored run of ours, with its peer review if there was one. */
export interface StoredRun extends RunRecords {
  readonly reviews?: KeptReviews;
}

/** The results of one configuration of a run, which become a row. */
interface OurEntry extends Omit<StoredRun, "id"> {
  readonly label: string;
  readonly run: string;
  readonly configuration: Configuration;
}

/** A number. Ours have a 95 % interval and a number of questions. */
interface Figure {
  readonly value: number;
  /** Decimal places. */
  readonly digits: number;
  readonly low?: number;
  readonly high?: number;
  readonly n?: number;
}

/** A cell: a number, a text that the paper prints ("∞", "-"), or null if it is empty. */
export type Cell = Figure | string | null;

/** A row of the paper: its label and its figures as printed. */
export type PaperRow = readonly [label: string, ...cells: readonly (number | string | null)[]];

export interface PaperColumn {
  readonly title: string;
  readonly digits: number;
  /** The cell of a row of ours. Null if it has no such figure. */
  readonly ours?: (entry: OurEntry) => Cell;
}

export interface PaperPart {
  readonly title?: string;
  readonly rowTitle: string;
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
  /** Benchmarks whose runs appear in this part; by default, all of the table's. */
  readonly benchmarks?: readonly string[];
  /** Rows of ours, if they are not one for each entry. */
  readonly ours?: (entry: OurEntry) => readonly TableRow[];
}

/** The definition of a paper's table. */
export interface PaperTableFacts {
  /** Name on the command line: "middleware-1". */
  readonly name: string;
  readonly title: string;
  /** Paper, number of the table, and meaning of its figures. */
  readonly source: string;
  /** Benchmarks whose runs appear in it. Empty for tables about a set rather than about answers. */
  readonly benchmarks: readonly string[];
  /** Commands that produce rows of ours. */
  readonly commands: readonly string[];
  readonly notes: readonly string[];
  readonly parts: readonly PaperPart[];
  /** Number of questions in the paper. */
  readonly questions?: number;
  /** How one evaluation fills it; absent where none does. */
  readonly fill?: TableFill;
  /** Further information on an entry, for its note. */
  readonly about?: (entry: OurEntry) => string;
}

interface TableRow {
  readonly label: string;
  readonly whose: "paper" | "ours";
  /** One for each column. */
  readonly cells: readonly Cell[];
}

/** A paper's table with its printed figures, and ours beside them. */
export interface PaperTable
  extends Pick<PaperTableFacts, "name" | "title" | "source" | "notes" | "commands"> {
  readonly parts: readonly {
    readonly title?: string;
    readonly rowTitle: string;
    readonly columns: readonly string[];
    readonly rows: readonly TableRow[];
  }[];
}

/**
 * The table `name` of `tables`, with rows of our runs.
 * @throws FuxiError `usage` for an unknown name, and for a run over another benchmark than the table's
 */
export function makePaperTable(
  tables: readonly PaperTableFacts[],
  name: string,
  runs: readonly StoredRun[] = [],
): PaperTable {
  const facts = tables.find((each) => each.name === name);
  if (facts === undefined) throw unknownTable(name, tables);
  const entries = entriesOf(runs, facts);
  return {
    name,
    title: facts.title,
    source: facts.source,
    parts: facts.parts.map(({ title, rowTitle, columns, rows, benchmarks, ours }) => {
      const own = entries.filter(({ manifest }) => benchmarks?.includes(manifest.benchmark) !== false);
      const rowOf = (entry: OurEntry): readonly TableRow[] => [
        { label: entry.label, whose: "ours", cells: columns.map((column) => column.ours?.(entry) ?? null) },
      ];
      return {
        ...(title === undefined ? {} : { title }),
        rowTitle,
        columns: columns.map((column) => column.title),
        rows: [...rows.map((row) => paperRow(row, columns)), ...own.flatMap(ours ?? rowOf)],
      };
    }),
    notes: [...facts.notes, ...entries.map((entry) => entryNote(entry, facts))],
    commands: entries.length === 0 ? facts.commands : [],
  };
}

function paperRow([label, ...cells]: PaperRow, columns: readonly PaperColumn[]): TableRow {
  const cellOf = ({ digits }: PaperColumn, at: number): Cell => {
    const value = cells[at] ?? null;
    return typeof value === "number" ? { value, digits } : value;
  };
  return { label, whose: "paper", cells: columns.map(cellOf) };
}

function unknownTable(name: string, tables: readonly PaperTableFacts[]): FuxiError {
  const names = tables.map((each) => each.name);
  const near = nearestNames(name, names, { limit: 3 }).map((each) => each.name);
  return new FuxiError("usage", `There is no table "${name}".`, {
    hint: `Take one of ${(near.length > 0 ? near : names).join(", ")}.`,
  });
}

/** An entry for each configuration with results. */
function entriesOf(runs: readonly StoredRun[], { name, benchmarks }: PaperTableFacts): readonly OurEntry[] {
  const other = runs.find(
    ({ manifest: { benchmark, options } }) => !benchmarks.includes(benchmark) && options["table"] !== name,
  );
  if (other !== undefined) {
    const about = benchmarks.length === 0 ? "a set, and no run belongs in it" : benchmarks.join(" and ");
    throw new FuxiError(
      "usage",
      `The table ${name} is about ${about}; ${other.id} ran ${other.manifest.benchmark}.`,
      {
        hint: benchmarks.length === 0 ? "Leave the run out." : `Name a run of ${benchmarks.join(" or ")}.`,
      },
    );
  }
  return runs.flatMap(({ id, manifest, records, ...rest }) =>
    manifest.configurations.flatMap((configuration) => {
      const own = records.filter((record) => record.configuration === configuration.id);
      if (own.length === 0) return [];
      const { model, decider } = configuration;
      const who = decider === "model" ? (model ?? "unnamed model") : `no model (${decider})`;
      const label = `${visibleText(`${who}, ${configuration.id}`)} (${manifest.startedAt.slice(0, 10)}, n = ${tasksIn(own)})`;
      return [{ ...rest, label, run: id, manifest, configuration, records: own }];
    }),
  );
}

const tasksIn = (records: readonly ItemRecord[]): number => new Set(records.map(({ task }) => task)).size;

/** The note on an entry of ours: how its run differs from the paper's. */
function entryNote(entry: OurEntry, { questions, benchmarks, about }: PaperTableFacts): string {
  const { label, run, manifest, records, configuration } = entry;
  const asked = tasksIn(records);
  const missing = records.filter(({ unscored }) => unscored !== undefined).length;
  const failed = records.filter(({ outcome }) => outcome === "failed").length;
  const options = Object.entries(manifest.options).map(([name, value]) => `${name} ${settingText(value)}`);
  const isOwn = benchmarks.includes(manifest.benchmark);
  const said = [
    ...(isOwn
      ? []
      : [`${manifest.benchmark} stands in for ${benchmarks.join(" and ")}: other questions on other data`]),
    `run ${run}${options.length === 0 ? "" : ` (${options.join(", ")})`}`,
    `at most ${configuration.steps} rounds`,
    ...(isOwn && questions !== undefined && asked !== questions
      ? [`${asked} questions, not the ${questions} of the paper`]
      : []),
    ...(asked < manifest.tasks
      ? [`only ${asked} of ${manifest.tasks} questions have been answered yet`]
      : []),
    ...(failed > 0
      ? [`${failed} of ${records.length} failed (fuxi eval report ${run} says why) and count as not right`]
      : []),
    ...(missing > 0
      ? [`${missing} of ${records.length} answers could not be scored and are in no mean`]
      : []),
    ...(about === undefined ? [] : [about(entry)]),
    ...manifest.notes.map((note) => note.replace(/\.$/u, "")),
  ];
  return `${label}: ${visibleText(said.join("; "))}.`;
}

/** How a cell of ours is computed: scaling, unit, and the records that count. */
export interface CellForm {
  readonly digits: number;
  readonly scale?: number;
  readonly unit?: "share" | "count" | "grade";
  readonly of?: (record: ItemRecord) => boolean;
}

/** The mean over questions, with repeats averaged. Null if no question has the figure. */
export function meanCell(
  read: (record: ItemRecord) => number | undefined,
  { digits, scale = 1, unit = "share", of = () => true }: CellForm,
): (entry: OurEntry) => Cell {
  return ({ records }) => {
    const values = [...byQuestion(records.filter(of), read).values()];
    return estimateCell(estimateOf(values, { seed: SEED, resamples: RESAMPLES, unit }), digits, scale);
  };
}

function estimateCell(estimate: Estimate | undefined, digits: number, scale = 1): Cell {
  if (estimate === undefined) return null;
  const { mean, questions, interval } = estimate;
  return {
    value: mean * scale,
    digits,
    n: questions,
    ...(interval === undefined ? {} : { low: interval.low * scale, high: interval.high * scale }),
  };
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  const { value, digits, low, high, n } = cell;
  const text = value.toFixed(digits);
  if (low === undefined || high === undefined) return n === undefined ? text : `${text} (n = ${n})`;
  return `${text} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

const INTERVALS = "Rows that begin with > are ours. In brackets: 95 % interval over questions.";

/** The parts as tables of texts, with rows of ours marked and explained in a note. */
export function partTables({ title, parts }: PaperTable): readonly ReportTable[] {
  return parts.map((part) => ({
    title: part.title ?? title,
    columns: [words(part.rowTitle), ...part.columns.map(figures)],
    rows: part.rows.map(({ label, whose, cells }) => [
      `${whose === "ours" ? "> " : ""}${label}`,
      ...cells.map(cellText),
    ]),
    ...(part.rows.some(({ whose }) => whose === "ours") ? { note: INTERVALS } : {}),
  }));
}

/** GitHub-flavoured Markdown. */
export function paperTableMarkdown(table: PaperTable): string {
  const { title, source, notes, commands } = table;
  const parts = partTables(table).flatMap(({ note, ...part }) => [
    ...(part.title === title ? [] : [`### ${markdownText(part.title)}`]),
    markdownTable(part),
    ...(note === undefined ? [] : [markdownText(note)]),
  ]);
  return `${[
    `## ${markdownText(title)}`,
    markdownText(source),
    ...parts,
    notes.map((note) => `- ${markdownText(note)}`).join("\n"),
    ...(commands.length === 0
      ? []
      : ["Figures of your own come from:", ["```", ...commands, "```"].join("\n")]),
  ]
    .join("\n\n")
    .trimEnd()}\n`;
}

/** Categories of our sets for each of the paper's cases. Its first unclear case corresponds to two of ours. */
export const CASES: Readonly<Record<string, readonly string[]>> = {
  "Complete instruction": ["clear"],
  "Unclear or missing information": ["missing", "unclear"],
  "Problematic searching items": ["problematic"],
  "Instruction that cannot be supported": ["unsupported"],
  "Instructions with different meanings": ["several-meanings"],
};

export const LENGTHS: readonly PaperColumn[] = [
  ...["0", "1", "2", "3", "4 or more"].map((title) => ({ title: `Calls: ${title}`, digits: 0 })),
  { title: "Average", digits: 2 },
];

/** Rows of the table `qwn-4-2` for a set of ours: queries by case and number of calls. As in the paper, averages exclude unsupported queries. */
export function lengthRows(
  queries: readonly { readonly category: string; readonly steps: number }[],
): readonly TableRow[] {
  const [, ...unclear] = Object.entries(CASES);
  const rowOf = (label: string, categories: readonly string[]): TableRow => {
    const own = queries.filter(({ category }) => categories.includes(category));
    const solved = own.filter(({ category }) => category !== "unsupported");
    const calls = solved.reduce((sum, { steps }) => sum + steps, 0);
    const counts = [0, 1, 2, 3, 4].map(
      (length) => own.filter(({ steps }) => Math.min(steps, 4) === length).length,
    );
    return {
      ...paperRow([label, ...counts, solved.length === 0 ? "-" : calls / solved.length], LENGTHS),
      whose: "ours",
    };
  };
  return [
    ...unclear.map(([label, categories]) => rowOf(label, categories)),
    rowOf(
      "Total",
      unclear.flatMap(([, categories]) => categories),
    ),
  ];
}

/** A note on who compared the answers with references. */
export function judgedBy({ records }: OurEntry): string {
  const judges = new Set(records.flatMap(({ judged }) => judged?.by ?? []));
  const without = records.filter(({ judged }) => judged !== undefined && judged.verdict === undefined).length;
  if (judges.size === 0) return "not judged, which a run with --judge-model is";
  return `judged by ${[...judges].join(", ")}${without === 0 ? "" : `, ${without} answers without a verdict that can be read`}`;
}

export function reviewedBy({ reviews, run }: OurEntry): string {
  if (reviews === undefined) return `not reviewed yet, which is done with fuxi eval judges ${run}`;
  const { reviewers, metaReviewers } = reviews.judging;
  const ties = reviews.rows.reduce((sum, { tied }) => sum + tied, 0);
  return `reviewers ${reviewers.join(", ")}; meta-reviewers ${metaReviewers.join(", ")}; ties: ${ties}`;
}

export function reviewRows({ reviews, configuration, label }: OurEntry): readonly TableRow[] {
  const own = reviews?.rows.filter((row) => row.configuration === configuration.id) ?? [];
  return own.map(({ subTask, reviewers, metaReviewers }) => ({
    label: `${label}, ${SUB_TASK_NAMES[subTask]}`,
    whose: "ours",
    cells: [reviewers.perfect, reviewers.agreement, metaReviewers.perfect, metaReviewers.agreement].map(
      (estimate) => estimateCell(estimate, 2),
    ),
  }));
}
