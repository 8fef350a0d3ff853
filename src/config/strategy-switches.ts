/**
 * Parts of strategies that can be switched off: the supervisor and the thoughts of a team, asking the person in any, and of a long-form answer
 * the planner's looking around, the mending of queries and the checking of figures.
 */
export const SWITCHES = ["supervisor", "questions", "thoughts", "looking", "mending", "checking"] as const;

export type Switch = (typeof SWITCHES)[number];

/** Strategies whose answer is short. */
export const ANSWER_STRATEGIES = ["react", "decoupled", "dfsdt", "api-team", "restgpt"] as const;

/** Strategies whose answer is a report, written by a language model (*Database question answering*, Section 3). */
export const LONG_FORM_STRATEGIES = ["sequential", "iterative", "no-interaction", "guessing"] as const;

/** Baselines of one round, for evaluation. */
const ONE_ROUND = ["api-docs-prompt", "triples-prompt"] as const;

export type StrategyName = (
  | typeof ANSWER_STRATEGIES
  | typeof LONG_FORM_STRATEGIES
  | typeof ONE_ROUND
)[number];
