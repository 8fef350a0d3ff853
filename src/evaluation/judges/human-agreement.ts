import type { Interval } from "../statistics/interval.ts";
import { wilson } from "../statistics/wilson.ts";
import type { HumanLabel, LabelledPart, UnusedLabel } from "./human-labels.ts";

/** A verdict of the judges that a person may have given, too. */
export interface ComparableVerdict {
  readonly task: string;
  readonly configuration: string;
  readonly part: LabelledPart;
  readonly verdict: string;
}

/** How judges and people agree on one part. */
export interface HumanAgreement {
  readonly part: LabelledPart;
  /** Of references: whether verdicts are matches or grades. */
  readonly scale: "perfect" | "match" | "grade";
  /** Pairs that were compared. */
  readonly pairs: number;
  readonly share: number;
  readonly interval: Interval;
  /** Cohen's kappa (1960), unweighted; absent where chance alone would agree always. */
  readonly kappa?: number;
  /** Verdicts in order: rows are people's, columns are the judges'. */
  readonly verdicts: readonly string[];
  readonly confusion: readonly (readonly number[])[];
}

const SCALES = {
  perfect: ["perfect", "imperfect"],
  match: ["match", "not match"],
  grade: ["1", "2", "3", "4", "5"],
} as const;

/** Compares people with judges; rows that no verdict belongs to are told with their line. */
export function humanAgreement(
  labels: readonly HumanLabel[],
  verdicts: readonly ComparableVerdict[],
): { readonly agreements: readonly HumanAgreement[]; readonly unused: readonly UnusedLabel[] } {
  const unused: UnusedLabel[] = [];
  const pairs: Pair[] = [];
  for (const label of labels) {
    const found = pairsWith(label, verdicts);
    if ("why" in found) unused.push(found);
    else pairs.push(...found);
  }
  const kinds = [...new Map(pairs.map(({ part, scale }) => [`${part} ${scale}`, { part, scale }])).values()];
  const agreements = kinds.map(({ part, scale }) =>
    agreementOf(
      part,
      scale,
      pairs.filter((pair) => pair.part === part && pair.scale === scale),
    ),
  );
  return { agreements, unused };
}

interface Pair {
  readonly part: LabelledPart;
  readonly scale: keyof typeof SCALES;
  readonly person: string;
  readonly judge: string;
}

/** A label stands for each repeat of its task. */
function pairsWith(
  { line, task, configuration, part, verdict }: HumanLabel,
  verdicts: readonly ComparableVerdict[],
): readonly Pair[] | UnusedLabel {
  const ofTask = verdicts.filter((each) => each.task === task);
  if (ofTask.length === 0) return { line, why: `no judged task is called ${task}` };
  const own =
    configuration === undefined ? ofTask : ofTask.filter((each) => each.configuration === configuration);
  if (own.length === 0)
    return { line, why: `${task} was not judged under the configuration ${configuration}` };
  if (new Set(own.map((each) => each.configuration)).size > 1)
    return { line, why: `${task} was judged under several configurations, and the row names none` };
  const found = own.filter((each) => each.part === part);
  if (found.length === 0) return { line, why: `there is no verdict on ${part} of ${task}` };
  const scale = scaleOf(verdict);
  const comparable = found.filter((each) => scaleOf(each.verdict) === scale);
  if (comparable.length === 0)
    return { line, why: `"${verdict}" is of another scale than "${found[0]?.verdict}"` };
  return comparable.map((each) => ({ part, scale, person: verdict, judge: each.verdict }));
}

function scaleOf(verdict: string): keyof typeof SCALES {
  if (/^\d$/u.test(verdict)) return "grade";
  return /match/u.test(verdict) ? "match" : "perfect";
}

function agreementOf(part: LabelledPart, scale: keyof typeof SCALES, pairs: readonly Pair[]): HumanAgreement {
  const verdicts = SCALES[scale];
  const confusion = verdicts.map((person) =>
    verdicts.map((judge) => pairs.filter((pair) => pair.person === person && pair.judge === judge).length),
  );
  const same = pairs.filter(({ person, judge }) => person === judge).length;
  const share = same / pairs.length;
  const portion = (of: "person" | "judge", verdict: string): number =>
    pairs.filter((pair) => pair[of] === verdict).length / pairs.length;
  const chance = verdicts.reduce((sum, each) => sum + portion("person", each) * portion("judge", each), 0);
  return {
    part,
    scale,
    pairs: pairs.length,
    share,
    interval: wilson(same, pairs.length),
    ...(chance < 1 ? { kappa: (share - chance) / (1 - chance) } : {}),
    verdicts,
    confusion,
  };
}
