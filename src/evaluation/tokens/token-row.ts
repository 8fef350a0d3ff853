import type { PartTokens } from "./prompt-parts.ts";

/** The prompts that are laid side by side. */
export const PROMPT_SHAPES = ["paper", "text", "text, together", "native", "native, together"] as const;

/** One of `PROMPT_SHAPES`: of the papers' shape, or ours in each format, with one action or with all that is known in a reply. */
export type PromptShape = (typeof PROMPT_SHAPES)[number];

/** Input tokens of the same questions under one shape of prompts, means per question. */
export interface TokenRow {
  readonly set: string;
  readonly shape: PromptShape;
  readonly questions: number;
  /** Id of the measure, and its mean; the papers' shape has the trajectories of `text`. */
  readonly measure: string;
  readonly success: number;
  readonly rounds: number;
  readonly tokens: number;
  readonly parts: PartTokens;
  /** Of the schema in one request. */
  readonly schemaTokens: number;
  /** Tokens over those of the papers' shape. */
  readonly ratio: number;
}

/** What was measured, as it is written to a file. */
export interface TokenReport {
  readonly label: "Oracle trajectories, no language model";
  readonly seed: number;
  readonly notes: readonly string[];
  readonly rows: readonly TokenRow[];
}
