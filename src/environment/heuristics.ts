import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Claim } from "./answer.ts";
import type { Task } from "./task.ts";

export interface PlannedStep {
  /** Why the step is taken, in one sentence a person can follow. */
  readonly thought: string;
  readonly action: Action;
}

/** A question understood by rules, as a plan over the environment's own tools. */
export interface Understood {
  readonly understood: true;
  readonly plan: readonly PlannedStep[];
  readonly claim: Claim;
  /** 0 to 1: share of similar readings expected to be right. */
  readonly confidence: number;
  /** What was taken for granted, one sentence each, to be said with the answer. */
  readonly assumptions: readonly string[];
}

export interface NotUnderstood {
  readonly understood: false;
  readonly reason: string;
  /** The words of the question that no rule could place. */
  readonly words: readonly string[];
}

/**
 * What the built-in policy needs: deterministic rules of the environment that turn a question into a plan, or say which words they did
 * not understand. No language model is involved.
 */
export interface Heuristics {
  interpret(task: Task, context: ActContext): Promise<Understood | NotUnderstood>;
}
