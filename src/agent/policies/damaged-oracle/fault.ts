import type { Action } from "../../../environment/action.ts";
import type { MalformedForm } from "./malformed-forms.ts";

/** What can go wrong with an action, after what models do. */
export const FAULT_KINDS = [
  /** A relation, attribute, table or column is written with a slip. */
  "misspelt-name",
  /** So is a value or a name of an entity. */
  "misspelt-value",
  /** A relation is followed the other way round, a comparison or an ordering is turned. */
  "wrong-direction",
  /** A relation of another variable, a column of another table. */
  "foreign-name",
  "swapped-arguments",
  /** An action that others need before them is left out. */
  "missing-prerequisite",
  /** The arguments go to another tool of the same shape: a condition to HAVING, argmin for argmax. */
  "wrong-clause",
  /** The action is right, and written in a form that is no call: a bracket or a quote is lost, or it is said in prose. */
  "malformed-action",
  /** What the action before brought is not read: that action is taken again. */
  "ignored-observation",
] as const;

/** One of `FAULT_KINDS`. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One damaged action of a plan. */
export interface Fault {
  readonly kind: FaultKind;
  /** Place in the gold plan, from 0. */
  readonly at: number;
  /** The right action. */
  readonly gold: Action;
  /** Undefined where the action is left out or malformed. */
  readonly damaged?: Action;
  /** How it is written, where it is malformed. */
  readonly form?: MalformedForm;
}

/** What became of a fault. `repaired`: the gold action was taken in the end; `unnoticed`: another one went through; `left`: none did. */
export interface FaultNote {
  readonly type: "injected" | "repaired" | "unnoticed" | "left";
  readonly fault: Fault;
}

/** A failure or warning that a damaged action drew, and whether its first suggestion leads to the gold action. */
export interface AdviceNote {
  readonly fault: Fault;
  readonly isRight: boolean;
}
