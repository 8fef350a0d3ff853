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

/** Which texts of an environment are no values where nothing marks them: names of results, members of bodies, arguments of what is offered. */
export interface EgressWords {
  /** Names of its schema, in lower case: tables, columns, members. */
  names(context: ActContext): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** Texts in the workspace that the person or the model has written (the question, the draft), and names that the environment has given. */
  written(workspace: Workspace): readonly string[];
  /** How a model works with values that it does not see, beside the sentence on its level. */
  readonly advice?: string;
}
