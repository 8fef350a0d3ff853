import type { Answer, Evidence } from "../../../environment/answer.ts";
import type { ApiTools } from "../../../environment/capabilities.ts";
import type { Withheld } from "../../../environment/egress/egress-level.ts";
import type { Task } from "../../../environment/task.ts";
import type { Clarification, ClarificationKind } from "../../../trajectory/clarification.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { RoleTurns } from "../role-turns.ts";

/** The roles that may meet a difficulty: whoever did is told how to go on. */
export type WorkingRole = "planner" | "selector" | "caller";
export type Role = WorkingRole | "parser" | "supervisor";

/** A step of the plan that is over, with what came of it. */
export type Cycle = {
  readonly step: string;
  /** Absent where nothing was called. */
  readonly operation?: string;
  /** The arguments that were sent, as JSON. */
  readonly given?: string;
  readonly result: string;
  /** False where the step was given up. */
  readonly done: boolean;
};

export type Difficulty = {
  readonly role: WorkingRole;
  readonly problem: string;
  readonly words: readonly string[];
  readonly kind: ClarificationKind;
};

/** Whose word is awaited. */
export type Turn =
  | { readonly role: WorkingRole }
  /** `sample`: where programs did not do, the parser reads the sample itself. */
  | { readonly role: "parser"; readonly reads: "schema" | "sample" }
  | { readonly role: "supervisor"; readonly difficulty: Difficulty };

export type Selection = {
  readonly environment: string;
  readonly operation: string;
  readonly purpose: string;
};

/** The step that is worked on. */
export type Work = {
  readonly step: string;
  /** What each environment offers for the step; nothing while the planner's own choice is followed. */
  readonly searches: readonly {
    readonly environment: string;
    readonly text: string;
    readonly operations: readonly string[];
  }[];
  /** Operations that were called for it and did not fulfil it. */
  readonly tried: readonly string[];
  /** Arguments that the planner gave with the operation, until they are sent. */
  readonly planned?: JsonObject;
  readonly selection?: Selection;
  readonly document?: string;
  /** `expression`: the caller's own, by the documented form of the response. */
  readonly call?: { readonly given: JsonObject; readonly extract: string; readonly expression: string };
  readonly response?: {
    readonly name: string;
    readonly schema: string;
    readonly sample: string;
    /** What the environment had to say about it, such as that pages are left. */
    readonly remarks: readonly string[];
  };
  /** What went wrong with what the role at work wanted done, to be told to it. */
  readonly failures: readonly string[];
};

/** An answer while the environments look at it. */
type HandedIn = {
  readonly turn: Turn;
  readonly answer?: Answer;
  readonly evidence: readonly Evidence[];
};

/** State of the strategy: everything that roles may read, and whose turn it is. */
export type TeamState = RoleTurns & {
  readonly switches: Switches;
  readonly task: Task;
  readonly environments: readonly string[];
  /** The tools of each. */
  readonly tools: Readonly<Record<string, ApiTools>>;
  /** What the roles may read of values, where that is not everything. */
  readonly withheld?: Withheld;
  readonly stepLimit: number;
  /** Replies that count as steps. */
  readonly steps: number;
  readonly turn: Turn;
  readonly objective: string;
  /** What the person said, one sentence each. */
  readonly extra: readonly string[];
  readonly cycles: readonly Cycle[];
  readonly work?: Work;
  /** What the supervisor or the gate said, until there is another objective or an answer of the person. */
  readonly guidance: readonly string[];
  /** How often in this cycle a difficulty was refuted. */
  readonly refutations: number;
  /** Questions put to the person in this run. */
  readonly questions: number;
  /** Why answers were not accepted in this cycle. */
  readonly refusals: readonly string[];
  readonly assumptions: readonly string[];
  /** Documentation of operations that was read, by the key of the action. */
  readonly documents: Readonly<Record<string, { readonly operation: string; readonly text: string }>>;
  /** Keys of actions that failed: the very same is not taken again. */
  readonly failedActions: readonly string[];
  /** Keys of calls that the person was asked to allow. */
  readonly leaveAsked: readonly string[];
  /** Environments that answered a call. */
  readonly called: readonly string[];
  /** The question that the person was asked last, while its answer is awaited. */
  readonly question?: Clarification;
  readonly handedIn?: HandedIn;
};

/** The three parts that RestGPT lacks, each of which can be left out (Query when need, Section 6.3.1). All are on unless turned off. */
export interface ApiTeamOptions {
  /** Judges difficulties, restates the objective and puts questions. Without it the planner has to go on or end the run. */
  readonly supervisor?: boolean;
  /** Whether the supervisor may ask the person. Permission for external effects is asked all the same. */
  readonly questions?: boolean;
  /** Whether every role thinks before it decides. */
  readonly thoughts?: boolean;
  /** Whether a role may do the next one's work: the planner name an operation, the caller the extraction. Fewer requests than in the paper. */
  readonly shortcuts?: boolean;
}

export type Switches = Readonly<Record<keyof ApiTeamOptions, boolean>>;

export function teamSwitches({
  supervisor = true,
  questions = true,
  thoughts = true,
  shortcuts = true,
}: ApiTeamOptions): Switches {
  return { supervisor, questions: questions && supervisor, thoughts, shortcuts };
}

/** Guards against teams that run in circles. Cycles are bounded by the run's limit of steps: each begins with a reply of the planner. */
export const TEAM_LIMITS = {
  /** Replies of one role in a row that cannot be used. */
  unusable: 3,
  /** Corrections of one call, or of one selection, after failures. */
  corrections: 2,
  /** Programs of the parser for one response before it reads the sample. */
  programs: 3,
  /** Refutations in one cycle. */
  refutations: 2,
  /** Questions in one run. */
  questions: 3,
  /** Answers that the environments refuse, in one cycle. */
  refusals: 2,
} as const;
