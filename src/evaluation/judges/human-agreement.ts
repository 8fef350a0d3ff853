import { FuxiError } from "../../errors/fuxi-error.ts";
import { given } from "../../util/given.ts";
import { readCsv } from "../../util/read-csv.ts";
import { wilson } from "../statistics/interval.ts";
import { SUB_TASKS, type SubTask } from "./judge.ts";

/** What a person can judge of a run: a sub-task, or the answer beside its reference. */
export type LabelledPart = SubTask | "reference";

/** A verdict of the judges that a person may have given, too. */
export interface ComparableVerdict {
  readonly task: string;
  readonly configuration: string;
  readonly part: LabelledPart;
  readonly verdict: string;
}

/** A person's verdict, with its line in the file, from 1. The configuration may be empty. */
interface HumanLabel extends ComparableVerdict {
  readonly line: number;
  readonly scale: Scale;
}

/** A line that says nothing that could be compared. */
export interface UnusedLabel {
  readonly line: number;
  readonly why: string;
}

/** What people said, as it was read. */
export type HumanLabels = readonly (HumanLabel | UnusedLabel)[];

type Scale = readonly string[];

const PERFECT: Scale = ["perfect", "imperfect"];
const BESIDE_REFERENCE: readonly Scale[] = [
  ["match", "not match"],
  ["1", "2", "3", "4", "5"],
];

/**
 * People's verdicts of a CSV text with the columns `task`, `sub-task`, `verdict`, and `configuration` where a run has several; each row is one line.
 * @throws FuxiError `data-invalid` where columns are missing
 */
export function humanLabels(text: string): HumanLabels {
  const rows = text.split(/\r\n|\r|\n/u).flatMap((each, at) => {
    const [cells] = readCsv(each);
    return cells === undefined ? [] : [{ line: at + 1, cells: cells.map((cell) => cell.trim()) }];
  });
  const names = (rows[0]?.cells ?? []).map((cell) => cell.replace(/^\ufeff/u, "").toLowerCase());
  const missing = ["task", "sub-task", "verdict"].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new FuxiError("data-invalid", `The labels have no column ${missing.join(", ")}.`, {
      hint: "The first line names the columns: task,sub-task,verdict, and configuration where a run has several.",
    });
  return rows.slice(1).map(({ line, cells }) => {
    const cell = (name: string): string => cells[names.indexOf(name)] ?? "";
    const said = cell("sub-task").toLowerCase();
    const part = [...SUB_TASKS, "reference" as const].find((each) => each === said);
    if (part === undefined)
      return { line, why: `"${cell("sub-task")}" is neither ${SUB_TASKS.join(", ")} nor reference` };
    const verdict = cell("verdict").toLowerCase();
    const scales = part === "reference" ? BESIDE_REFERENCE : [PERFECT];
    const scale = scales.find((each) => each.includes(verdict));
    if (scale === undefined)
      return { line, why: `"${cell("verdict")}" is none of ${scales.flat().join(", ")}` };
    return { line, task: cell("task"), configuration: cell("configuration"), part, verdict, scale };
  });
}

/** Compares people with judges; lines that no verdict belongs to are told with their number. */
export function humanAgreement(labels: HumanLabels, verdicts: readonly ComparableVerdict[]) {
  const found = labels.map((label) => ("why" in label ? label : pairsWith(label, verdicts)));
  const pairs = found.flatMap((each) => ("why" in each ? [] : each));
  const kinds = new Map(pairs.map(({ part, scale }) => [`${part} ${scale.join()}`, { part, scale }]));
  return {
    agreements: [...kinds.values()].map(({ part, scale }) =>
      agreementOf(
        part,
        scale,
        pairs.filter((pair) => pair.part === part && pair.scale === scale),
      ),
    ),
    unused: found.flatMap((each) => ("why" in each ? [each] : [])),
  };
}

interface Pair {
  readonly part: LabelledPart;
  readonly scale: Scale;
  readonly person: string;
  readonly judge: string;
}

/** A label stands for each repeat of its task. */
function pairsWith(
  { line, task, configuration, part, verdict, scale }: HumanLabel,
  verdicts: readonly ComparableVerdict[],
): readonly Pair[] | UnusedLabel {
  const own = verdicts.filter(
    (each) => each.task === task && (configuration === "" || each.configuration === configuration),
  );
  if (own.length === 0) {
    const under = configuration === "" ? "" : ` under the configuration ${configuration}`;
    return { line, why: `no judged task is called ${task}${under}` };
  }
  if (new Set(own.map((each) => each.configuration)).size > 1)
    return { line, why: `${task} was judged under several configurations, and the row names none` };
  const found = own.filter((each) => each.part === part && scale.includes(each.verdict));
  if (found.length === 0)
    return { line, why: `no verdict on ${part} of ${task} is one of ${scale.join(", ")}` };
  return found.map((each) => ({ part, scale, person: verdict, judge: each.verdict }));
}

/** How judges and people agree on one part. */
function agreementOf(part: LabelledPart, verdicts: Scale, pairs: readonly Pair[]) {
  const count = (of: (pair: Pair) => boolean): number => pairs.filter(of).length;
  const confusion = verdicts.map((person) =>
    verdicts.map((judge) => count((pair) => pair.person === person && pair.judge === judge)),
  );
  const same = count(({ person, judge }) => person === judge);
  const share = same / pairs.length;
  const chance = verdicts
    .map((each) => count(({ person }) => person === each) * count(({ judge }) => judge === each))
    .reduce((sum, both) => sum + both / pairs.length ** 2, 0);
  return {
    part,
    pairs: pairs.length,
    share,
    interval: wilson(same, pairs.length),
    /** Cohen's kappa (1960), unweighted; absent where chance alone would agree always. */
    ...given({ kappa: chance < 1 ? (share - chance) / (1 - chance) : undefined }),
    /** In order: rows of the confusion are people's verdicts, columns are the judges'. */
    verdicts,
    confusion,
  };
}
