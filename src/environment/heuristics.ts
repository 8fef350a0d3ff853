import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Claim } from "./answer.ts";
import type { FoundReading } from "./readings.ts";
import type { Task } from "./task.ts";

/** One action of a plan, and why it is taken. */
export interface PlannedStep {
  /** Why the step is taken, in one sentence a person can follow. */
  readonly thought: string;
  readonly action: Action;
}

/** A question understood by rules, as a plan over the environment's own tools. */
export interface Understood {
  readonly understood: true;
  /** To be taken in order from a fresh workspace. */
  readonly plan: readonly PlannedStep[];
  /** To be handed in after them. */
  readonly claim: Claim;
  /** 0 to 1: share of similar readings expected to be right. */
  readonly confidence: number;
  /** What was taken for granted, one sentence each, to be said with the answer. */
  readonly assumptions: readonly string[];
}

/** A question that the rules cannot place: nobody is asked and nothing is done. */
export interface NotUnderstood {
  readonly understood: false;
  /** One sentence for the person. */
  readonly reason: string;
  /** The words of the question that no rule could place. */
  readonly words: readonly string[];
  readonly unclear?: never;
}

/** A question that can be understood in several ways which lead to different results, or that lacks something only the person knows. */
export interface Unclear {
  readonly understood: false;
  /** One sentence for the person. */
  readonly reason: string;
  /** The words that are unclear, as they stand in the question; none where something is missing altogether. */
  readonly words: readonly string[];
  readonly unclear: {
    readonly kind: "missing" | "problematic" | "several-meanings";
    readonly question: string;
    readonly readings: readonly FoundReading[];
  };
}

/**
 * What the built-in policy needs: deterministic rules of the environment that turn a question into a plan, or say which words they did
 * not understand. What `task.settled` says of words holds. No language model is involved.
 */
export interface Heuristics {
  /** The same question, data and settled words give the same result. */
  interpret(task: Task, context: ActContext): Promise<Understood | NotUnderstood | Unclear>;
}
