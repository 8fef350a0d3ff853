/** Guards against teams that run in circles. Cycles are bounded by the run's limit of steps: each begins with a reply of the planner. */
export const TEAM_LIMITS = {
  /** Replies of one role in a row that cannot be used. */
  unusable: 3,
  /** Corrections of one call, or of one selection, after failures. */
  corrections: 2,
  /** Programs of the parser for one response before it reads the sample. */
  programs: 3,
  /** Refutations in one cycle. */
  refutations: 2,
  /** Questions in one run. */
  questions: 3,
  /** Answers that the environments refuse, in one cycle. */
  refusals: 2,
} as const;
