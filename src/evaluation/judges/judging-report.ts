import type { Usage } from "../../model/usage.ts";
import { type Interval, wilson } from "../statistics/interval.ts";
import { CONFIDENCE_DRAWS, type Estimated, estimateShare } from "./estimate-share.ts";
import type { HumanLabel, LabelledPart, UnusedLabel } from "./human-labels.ts";
import type { Judged, JudgedReference } from "./judge-stored.ts";
import type { Judging } from "./judging.ts";
import { decideSubTask } from "./review-run.ts";
import { type ReviewedInstance, type ReviewRow, reviewRows } from "./review-table.ts";

/** A verdict of the judges that a person may have given, too. */
interface ComparableVerdict {
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

/** What verdicts by reference come to (the paper's Table 2). */
export interface ReferenceRow {
  readonly configuration: string;
  /** Share of conclusive questions that match. */
  readonly match: Estimated | undefined;
  /** Mean grade of interpretive questions, 1 to 5. */
  readonly grade: Estimated | undefined;
  readonly malformed: number;
  /** Without an answer or without a reference. */
  readonly absent: number;
}

/** Everything that came of a judging, as JSON. */
export interface JudgingReport {
  readonly id: string;
  readonly judging: Judging;
  /** False where it was ended early: the figures are of what is there. */
  readonly done: boolean;
  readonly rows: readonly ReviewRow[];
  readonly references: readonly ReferenceRow[];
  /** Absent where no labels of people were given. */
  readonly human?: {
    readonly agreements: readonly HumanAgreement[];
    readonly unused: readonly UnusedLabel[];
  };
  /** What a reader has to know: judges of the agent's family, values that were withheld. */
  readonly warnings: readonly string[];
  readonly usage: Usage;
  readonly cost?: number;
  readonly currency: string;
  /** Every verdict with its rationale. */
  readonly instances: readonly (ReviewedInstance & { readonly verdict?: string; readonly tied: boolean })[];
  readonly referenceVerdicts: readonly JudgedReference[];
}

export interface JudgingReportOptions {
  readonly judging: Judging;
  readonly currency: string;
  readonly warnings: readonly string[];
  readonly labels?: { readonly labels: readonly HumanLabel[]; readonly unused: readonly UnusedLabel[] };
}

export function judgingReport(
  { id, done, instances, references, usage, cost }: Judged,
  { judging, currency, warnings, labels }: JudgingReportOptions,
): JudgingReport {
  const decided = instances.map((each) => ({ ...each, ...decideSubTask(each.metaReviews) }));
  return {
    id,
    judging,
    done,
    rows: reviewRows(instances),
    references: referenceRows(references),
    ...(labels === undefined ? {} : { human: withPeople(labels, decided, references) }),
    warnings,
    usage,
    ...(cost === undefined ? {} : { cost }),
    currency,
    instances: decided,
    referenceVerdicts: references,
  };
}

function withPeople(
  { labels, unused }: NonNullable<JudgingReportOptions["labels"]>,
  decided: JudgingReport["instances"],
  references: readonly JudgedReference[],
): NonNullable<JudgingReport["human"]> {
  const verdicts: ComparableVerdict[] = decided.flatMap(({ task, configuration, subTask, verdict }) =>
    verdict === undefined ? [] : [{ task, configuration, part: subTask, verdict }],
  );
  for (const { task, configuration, verdict } of references) {
    const said = { task, configuration, part: "reference" as const };
    if (verdict.type === "match") verdicts.push({ ...said, verdict: verdict.match ? "match" : "not match" });
    if (verdict.type === "grade") verdicts.push({ ...said, verdict: String(verdict.grade) });
  }
  const compared = humanAgreement(labels, verdicts);
  const all = [...unused, ...compared.unused].sort((a, b) => a.line - b.line);
  return { agreements: compared.agreements, unused: all };
}

function referenceRows(references: readonly JudgedReference[]): readonly ReferenceRow[] {
  return [...new Set(references.map(({ configuration }) => configuration))].map((configuration) => {
    const own = references.filter((each) => each.configuration === configuration);
    const count = (type: string): number => own.filter(({ verdict }) => verdict.type === type).length;
    return {
      configuration,
      match: estimateShare(
        own,
        ({ verdict }) => (verdict.type === "match" ? Number(verdict.match) : undefined),
        CONFIDENCE_DRAWS,
      ),
      grade: estimateShare(own, ({ verdict }) => (verdict.type === "grade" ? verdict.grade : undefined), {
        ...CONFIDENCE_DRAWS,
        unit: "grade",
      }),
      malformed: count("malformed"),
      absent: count("absent"),
    };
  });
}
