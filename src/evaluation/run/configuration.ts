import type { JsonObject } from "../../util/json.ts";

/** Who decides. */
export type Decider = "model" | "built-in" | "oracle";

/** One way to answer, of which a run compares several: a column of its table. Everything in it may change the answers; nothing else does. */
export interface Configuration {
  /** Made of what differs from the others of the run: "react", "api-docs-prompt rows=5", "react without get_distinct_values". No `/`. */
  readonly id: string;
  readonly decider: Decider;
  /** As named on the command line and in manifests: "openai/gpt-5-mini"; absent where no model decides. */
  readonly model?: string;
  readonly strategy: string;
  readonly format?: "native" | "text";
  /** Replies of the policy, 15 unless given (Middleware, Section 5). */
  readonly steps: number;
  /** Tools that are taken away, by name. */
  readonly withoutTools: readonly string[];
  /** Parts of the strategy that are switched off: "supervisor", "questions", "thoughts". */
  readonly without: readonly string[];
  /** Rows of each table that the schema shows; 0 for none (Middleware, Section 5.4). */
  readonly sampleRows: number;
  /** Triples in the prompt of `triples-prompt`. */
  readonly triples: number;
  /** The embedding model by which `triples-prompt` ranks them, as named on the command line; absent where likeness is of words. */
  readonly embedding?: string;
  /** Whether failures say what to do; off, they say only that the action failed. */
  readonly errorFeedback: boolean;
  /** Demonstrations before the question. */
  readonly shots: number;
  /** `gold`: the question comes with its entities. */
  readonly entities: "gold" | "linked";
  readonly oracleKnowledge: boolean;
  /** Whether a simulated user answers questions. */
  readonly ask: boolean;
  /** The model that plays the user; absent where the data's own words are said. */
  readonly userModel?: string;
  /** Temperature and such, as handed to the model. */
  readonly sampling: JsonObject;
}
