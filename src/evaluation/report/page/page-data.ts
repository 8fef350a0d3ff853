import type { ItemRecord } from "../../run/configuration.ts";
import type { Report } from "../report.ts";
import { shownText } from "./shown-text.ts";

/** What the list of a page is made of; short, since there may be 10,000 items. All texts can be shown as they are. */
export interface PageData {
  readonly measures: readonly { readonly name: string; readonly unit: string }[];
  readonly currency: string;
  readonly configurations: readonly string[];
  readonly tasks: readonly PageTask[];
  readonly items: readonly PageItem[];
  /** Items of one file beside the page; 0 where all trajectories are in the page. */
  readonly perFile: number;
  /** Before the number of such a file. */
  readonly files: string;
}

/** Id, question, gold, groups. */
export type PageTask = readonly [
  id: string,
  question: string,
  gold: string,
  groups: Readonly<Record<string, string>>,
];

export type PageItem = readonly [
  configuration: number,
  task: number,
  repeat: number,
  outcome: string,
  reason: string,
  /** By measure; null where the item has none. */
  scores: readonly (number | null)[],
  predicted: string,
  answer: string,
  remark: string,
  error: string,
  unscored: string,
  inputTokens: number | null,
  outputTokens: number | null,
  rounds: number,
  milliseconds: number,
  cost: number | null,
  failures: number,
  repaired: number,
];

export interface PageDataOptions extends Pick<PageData, "perFile" | "files"> {
  /** Characters of a query, an answer or a remark; what is longer is cut, and says how long it is. */
  readonly most: number;
}

export function pageData(
  { manifest, measures }: Report,
  records: readonly ItemRecord[],
  { perFile, files, most }: PageDataOptions,
): PageData {
  const configurations = manifest.configurations.map(({ id }) => id);
  const tasks = new Map<string, { readonly at: number; readonly task: PageTask }>();
  const taskOf = ({ task: id, question, gold = "", groups }: ItemRecord): number => {
    const known = tasks.get(id);
    if (known !== undefined) return known.at;
    const shown = Object.entries(groups).map(([name, value]) => [shownText(name), shownText(value)]);
    const task = [
      shownText(id),
      shownText(question),
      shownText(gold, most),
      Object.fromEntries(shown),
    ] as const;
    tasks.set(id, { at: tasks.size, task });
    return tasks.size - 1;
  };
  const items = records.map((record): PageItem => {
    const { scores, usage, failures, cost } = record;
    return [
      configurations.indexOf(record.configuration),
      taskOf(record),
      record.repeat,
      shownText(record.outcome),
      shownText(record.reason ?? ""),
      measures.map(({ id }) => scores[id] ?? null),
      shownText(record.predicted ?? "", most),
      shownText(record.answer ?? "", most),
      shownText(record.remark ?? "", most),
      shownText(record.error ?? ""),
      shownText(record.unscored ?? ""),
      usage.inputTokens ?? null,
      usage.outputTokens ?? null,
      record.rounds,
      Math.round(record.milliseconds),
      cost ?? null,
      Object.values(failures).reduce((sum, count) => sum + count, 0),
      record.repaired,
    ];
  });
  return {
    measures: measures.map(({ name, unit }) => ({ name: shownText(name), unit })),
    currency: shownText(manifest.currency),
    configurations: configurations.map((id) => shownText(id)),
    tasks: [...tasks.values()].map(({ task }) => task),
    items,
    perFile,
    files,
  };
}

/** JSON that may stand in a script element: it holds no tag, neither one that ends the element nor one that begins a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
