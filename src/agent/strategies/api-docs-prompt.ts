import type { Strategy } from "../strategy.ts";
import { oneRound } from "./one-round.ts";

/** How much of the data the prompt shows. */
export interface ApiDocsPromptOptions {
  /** Rows of each table in the prompt: 0 (the default), and 1, 5, 10 or 20 in studies. */
  readonly sampleRows?: number;
}

/**
 * The baseline of one round: the schema as CREATE statements and the question, and the reply's query is the answer (Rajkumar et al. 2022;
 * Middleware, Sections 4 and 5.4). No tools, no error feedback, no second try. A query that does not run ends the run as `unanswerable`, with
 * what the engine said; a reply without a query as `stopped` (`no-action`).
 */
export function apiDocsPrompt({ sampleRows = 0 }: ApiDocsPromptOptions = {}): Strategy {
  return oneRound("api-docs-prompt", { sampleRows }, { type: "tables", sampleRows });
}
