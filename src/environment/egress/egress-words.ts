import type { ActContext } from "../act-context.ts";
import type { Workspace } from "../workspace.ts";

/** Which words of an environment are no values: what a net over its texts lets through. */
export interface EgressWords {
  /** Words of its schema, in lower case (`wordsOf`): names, types, descriptions that may be told. */
  names(context: ActContext): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** Texts in the workspace that the person or the model has written (the question, the draft), and names that the environment has given. */
  written(workspace: Workspace): readonly string[];
  /** How a model works with values that it does not see, beside the sentence on its level. */
  readonly advice?: string;
}
