import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";

/** An action that can work, with what its place in the list depends on. */
export interface CandidateAction {
  readonly permitted: PermittedAction | PermittedSlot;
  /** Actions of one family share the places that are kept for it. */
  readonly family: Family;
  /** Subjects that it is taken on: `#3`, labels and identifiers of entities. */
  readonly subjects: readonly (readonly string[])[];
  /** Text and label of its relation, attribute or class. */
  readonly names: readonly string[];
  /** What the action has going for it whatever is asked: how recent its subject is, how sure its entity. */
  readonly base: number;
}

export type Family =
  | "relations"
  | "neighbors"
  | "attributes"
  | "superlatives"
  | "filters"
  | "values"
  | "sets"
  | "count"
  | "names"
  | "classes"
  | "other";
