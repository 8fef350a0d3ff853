import type { Evidence } from "../../../environment/answer.ts";
import type { Withheld } from "../../../environment/egress/egress-level.ts";
import type { Task } from "../../../environment/task.ts";
import type { Clarification } from "../../../trajectory/clarification.ts";
import type { Derived, TableProfile } from "../../../trajectory/long-form-answer.ts";
import type { Json } from "../../../util/json.ts";
import type { RoleTurns } from "../role-turns.ts";

export type Method = "sequential" | "iterative";
export type Role = "planner" | "writer" | "investigator" | "synthesiser";

export type Place = { readonly id: string; readonly kind: string; readonly egress?: Withheld };

/** A tool that the planner looked around with, and what it showed. */
export type Look = {
  readonly command: string;
  /** Of the action, to know it again. */
  readonly key: string;
  readonly call: string;
  readonly result?: string;
};

/** How a query is handed in. */
type Attempt = {
  readonly command: string;
  readonly purpose: string;
  readonly environment: string;
  readonly sql: string;
};

/** One query of the report. What it gave is that of the last attempt that was accepted. */
export type Query = {
  /** `Q1`, `Q2`, … */
  readonly name: string;
  readonly purpose: string;
  /** Of the plan, from 1. */
  readonly step?: number;
  readonly environment: string;
  readonly sql: string;
  /** Id of the command whose claim was accepted; absent where none was. */
  readonly claim?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  readonly total: number;
  readonly evidence?: Evidence;
  /** What the environment warns of in it. */
  readonly warnings: readonly string[];
  /** The same for a reader: without advice, each once. */
  readonly cautions: readonly string[];
  /** Why the last attempt was refused. */
  readonly failure?: string;
  /** Whether its writer has been told already that it is suspicious. */
  readonly doubted: boolean;
  /** While the environment looks at it. */
  readonly attempt?: Attempt;
};

/** The report as its writer has it, with the sources in the texts. */
export type Draft = {
  readonly title: string;
  readonly summary: string;
  readonly findings: readonly { readonly heading: string; readonly text: string }[];
  readonly notFound: readonly string[];
  readonly charts: readonly DraftChart[];
  readonly assumptions: readonly string[];
};

export type DraftChart = {
  readonly title: string;
  readonly form: string;
  readonly query: string;
  readonly x: string;
  readonly y: readonly string[];
};

/** State of the strategies `sequential` and `iterative`. */
export type LongFormState = RoleTurns & {
  readonly method: Method;
  readonly switches: LongFormSwitches;
  /** With everything that the person has said in this run. */
  readonly task: Task;
  readonly environments: readonly Place[];
  readonly stepLimit: number;
  /** Replies so far. */
  readonly steps: number;
  readonly turn: Role;
  readonly lookRounds: number;
  readonly looks: readonly Look[];
  /** What is to be found out, one sentence each. */
  readonly plan: readonly string[];
  readonly queries: readonly Query[];
  /** Queries handed in, every attempt counted. */
  readonly attempts: number;
  readonly mendings: number;
  readonly questions: number;
  /** The question that the person was asked, while its answer is awaited. */
  readonly question?: Clarification;
  /** What the gate or the person said to a wish to ask. */
  readonly guidance: readonly string[];
  /** What was cut from replies, for the report. */
  readonly remarks: readonly string[];
  readonly assumptions: readonly string[];
  /** Set once the results have been read whole. */
  readonly profiles?: readonly TableProfile[];
  readonly draft?: Draft;
  /** What the sources of the draft come to. */
  readonly derived?: readonly Derived[];
  readonly rewrites: number;
};

/** Replies that the run's limit leaves. */
export function stepsLeft({ stepLimit, steps }: Pick<LongFormState, "stepLimit" | "steps">): number {
  return Math.max(0, stepLimit - steps);
}

export function hasRows({ claim, total }: Query): boolean {
  return claim !== undefined && total > 0;
}

/** The environment of a query withholds values from the model. */
export function isWithheld(
  { environments }: Pick<LongFormState, "environments">,
  environment: string,
): boolean {
  return environments.some(({ id, egress }) => id === environment && egress !== undefined);
}

/** Bounds of a long-form run: whatever a model writes more of is cut, and the cut is said. */
export const LONG_FORM_LIMITS = {
  /** Steps of a plan. */
  steps: 12,
  /** Queries of a report. */
  queries: 12,
  /** Queries that are handed in at once by `iterative`. */
  atOnce: 3,
  /** Rounds in which the planner looks around, and calls in each. */
  looks: 3,
  calls: 6,
  /** Rounds in which queries are mended. */
  mendings: 2,
  /** Times that a report goes back to its writer. */
  rewrites: 2,
  /** Replies of one role in a row that cannot be used. */
  unusable: 3,
  /** Questions to the person in one run. */
  questions: 2,
  findings: 12,
  notFound: 12,
  charts: 6,
  assumptions: 12,
  /** Sources of one report that are computed. */
  sources: 400,
  /** Problems that one rewriting is told of. */
  problems: 20,
} as const;

/** Lengths in UTF-16 units. */
export const LONGEST = {
  title: 200,
  summary: 4000,
  finding: 4000,
  step: 500,
  purpose: 300,
  sql: 10_000,
  /** A cell in the report's data. */
  cell: 1000,
  /** Rows of one result in the report's data, as JSON. */
  rows: 500_000,
  /** What one tool showed the planner. */
  look: 3000,
  /** A failure's text. */
  failure: 1500,
  /** Rows of all queries together, as the synthesiser reads them. */
  results: 16_000,
} as const;

/** Parts of `sequential` and `iterative` that can be left out. All are on unless turned off. */
export interface LongFormOptions {
  /** Queries that fail, and once those that are suspicious, go back to whoever wrote them. */
  readonly mending?: boolean;
  /**
   * Figures that their sources do not bear out go back to the synthesiser, at most twice. Without it they are corrected or marked at once:
   * none is ever left standing as if it held.
   */
  readonly checking?: boolean;
  /** Whether the person may be asked what is meant. */
  readonly questions?: boolean;
}

/** Parts of `sequential` that can be left out. */
export interface SequentialOptions extends LongFormOptions {
  /** Whether the planner may look around with tools before it plans; the paper's planner has the schema alone. */
  readonly looking?: boolean;
}

type LongFormSwitches = Readonly<Record<keyof SequentialOptions, boolean>>;

export function longFormSwitches({
  looking = true,
  mending = true,
  checking = true,
  questions = true,
}: SequentialOptions): LongFormSwitches {
  return { looking, mending, checking, questions };
}

/** A number or text that something is held against: `>= 2015`, `BETWEEN 10 AND 20`, `LIKE '2024%'`, `LIMIT 10`. */
const HELD_AGAINST =
  /(?:[<>=]|\b(?:between|and|like|limit|top)\b)\s*('(?:[^']|'')*'|-?\d[\d.]*)|\bin\s*\(([^()]*)\)/giu;

/** What a statement limits its result to. Numbers that it calculates with are none of it. */
export function conditionsOf(sql: string): string {
  return [...sql.matchAll(HELD_AGAINST)].map(([, value, list]) => value ?? list ?? "").join("\n");
}
