/** Parts of strategies that can be switched off: the supervisor and the thoughts of a team, and asking the person in any. */
export const SWITCHES = ["supervisor", "questions", "thoughts"] as const;

export type Switch = (typeof SWITCHES)[number];

/** Strategies whose answer is a report, written by a language model (*Database question answering*, Section 3). */
export const LONG_FORM_STRATEGIES = ["sequential", "iterative", "no-interaction", "guessing"] as const;
