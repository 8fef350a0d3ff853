/**
 * Which tools a client sees. `minimal`: the smallest set with which questions can be answered; `navigate`: what looks around; `build`: what
 * builds and checks an answer; `all`.
 */
export const PROFILES = ["minimal", "navigate", "build", "all"] as const;

export type Profile = (typeof PROFILES)[number];
