import type { ActContext } from "../act-context.ts";
import type { Workspace } from "../workspace.ts";

/** What of an environment's content may reach a model provider, the least first. */
export const EGRESS_LEVELS = ["schema", "masked", "all"] as const;

/**
 * `schema`: names, types, keys and counts, and no value; `masked`: of values only their form (`Xxxxx 99`); `all`: everything. The person is shown
 * the answer as it is at each of them.
 */
export type EgressLevel = (typeof EGRESS_LEVELS)[number];

/** A level at which something is held back. */
export type Withheld = Exclude<EgressLevel, "all">;

/** The stricter of two levels. */
export function stricterEgress(a: EgressLevel, b: EgressLevel): EgressLevel {
  return EGRESS_LEVELS.indexOf(a) < EGRESS_LEVELS.indexOf(b) ? a : b;
}

/** Which words of an environment are no values: what a net over its texts lets through. */
export interface EgressWords {
  /** Words of its schema, in lower case (`wordsOf`): names, types, descriptions that may be told. */
  names(context: ActContext): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** Texts in the workspace that the person or the model has written (the question, the draft), and names that the environment has given. */
  written(workspace: Workspace): readonly string[];
  /** How a model works with values that it does not see, beside the sentence on its level. */
  readonly advice?: string;
}
