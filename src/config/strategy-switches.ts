/** Parts of strategies that can be switched off: the supervisor and the thoughts of a team, and asking the person in any. */
export const SWITCHES = ["supervisor", "questions", "thoughts"] as const;

export type Switch = (typeof SWITCHES)[number];
