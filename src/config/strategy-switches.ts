/**
 * Parts of strategies that can be switched off: the supervisor and the thoughts of a team, asking the person in any, and of a long-form answer
 * the planner's looking around, the mending of queries and the checking of figures.
 */
export const SWITCHES = ["supervisor", "questions", "thoughts", "looking", "mending", "checking"] as const;

export type Switch = (typeof SWITCHES)[number];

/** Strategies whose answer is a report, written by a language model (*Database question answering*, Section 3). */
export const LONG_FORM_STRATEGIES = ["sequential", "iterative", "no-interaction", "guessing"] as const;
