import { SUB_TASK_NAMES, SUB_TASKS, type SubTask } from "./sub-task.ts";

/** What a person can judge of a run: a sub-task, or the answer beside its reference. */
export type LabelledPart = SubTask | "reference";

/** A person's verdict: `perfect`, `imperfect`; of a reference `match`, `not match`, or `1` to `5`. */
export interface HumanLabel {
  /** In the file, from 1. */
  readonly line: number;
  readonly task: string;
  readonly configuration?: string;
  readonly part: LabelledPart;
  readonly verdict: string;
}

/** A row that says nothing that could be compared. */
export interface UnusedLabel {
  readonly line: number;
  readonly why: string;
}

const NAMES: ReadonlyMap<string, LabelledPart> = new Map<string, LabelledPart>([
  ...SUB_TASKS.flatMap((each): [string, LabelledPart][] => [
    [each, each],
    [SUB_TASK_NAMES[each], each],
  ]),
  ["ip", "planning"],
  ["te", "tools"],
  ["is", "synthesis"],
  ["reference", "reference"],
]);

const VERDICTS: Readonly<Record<"subTask" | "reference", readonly string[]>> = {
  subTask: ["perfect", "imperfect"],
  reference: ["match", "not match", "1", "2", "3", "4", "5"],
};

/**
 * Labels from rows of cells, the first of which names the columns: `task`, `sub-task`, `verdict`, and `configuration` where a run has several. `lines`: where each row begins.
 * `missing` names columns that are not there; then nothing else is read.
 */
export function humanLabels(rows: readonly { readonly line: number; readonly cells: readonly string[] }[]): {
  readonly labels: readonly HumanLabel[];
  readonly unused: readonly UnusedLabel[];
  readonly missing: readonly string[];
} {
  const [head, ...body] = rows;
  const names = (head?.cells ?? []).map((cell) =>
    cell
      .replace(/^\ufeff/u, "")
      .trim()
      .toLowerCase(),
  );
  const missing = ["task", "sub-task", "verdict"].filter((name) => !names.includes(name));
  const labels: HumanLabel[] = [];
  const unused: UnusedLabel[] = [];
  for (const { line, cells } of missing.length === 0 ? body : []) {
    const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? "";
    const read = labelOf(line, cell);
    if ("why" in read) unused.push(read);
    else labels.push(read);
  }
  return { labels, unused, missing };
}

function labelOf(line: number, cell: (name: string) => string): HumanLabel | UnusedLabel {
  const task = cell("task");
  if (task === "") return { line, why: "no task is named" };
  const part = NAMES.get(cell("sub-task").toLowerCase());
  if (part === undefined)
    return { line, why: `"${cell("sub-task")}" is neither ${SUB_TASKS.join(", ")} nor reference` };
  const verdict = cell("verdict")
    .toLowerCase()
    .replace(/[\s_-]+/gu, " ");
  const known = VERDICTS[part === "reference" ? "reference" : "subTask"];
  if (!known.includes(verdict)) return { line, why: `"${cell("verdict")}" is none of ${known.join(", ")}` };
  const configuration = cell("configuration");
  return { line, task, part, verdict, ...(configuration === "" ? {} : { configuration }) };
}
