import type { Strategy } from "../strategy.ts";
import { oneRound } from "./one-round.ts";

/** How many triples the prompt shows, and around what. */
export interface TriplesPromptOptions {
  /** Triples in the prompt: 50 unless given; 10, 50, 100 and 200 in the paper. */
  readonly triples?: number;
  /** Identifiers or names of the question's entities; found in the question unless given. */
  readonly entities?: readonly string[];
}

/**
 * The baseline of one round for knowledge bases: of the triples within three steps of the question's entities those that are most like the
 * question, and the names in the reply are the answer (Middleware, Section 5.4 and Figure C.4). No tools, no second try.
 */
export function triplesPrompt({ triples = 50, entities }: TriplesPromptOptions = {}): Strategy {
  const given = entities === undefined ? {} : { entities };
  return oneRound("triples-prompt", { triples, ...given }, { type: "triples", triples, ...given });
}
