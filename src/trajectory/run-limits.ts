/** Bounds of one run. Absent means unbounded. */
export interface RunLimits {
  /** Replies of the policy, 15 by default (Middleware, Section 5; the papers' limit). */
  readonly steps: number;
  /** In which the policy or an environment is working; waiting for a person does not count. */
  readonly milliseconds?: number;
  /** Input and output tokens together. */
  readonly tokens?: number;
  /** In the currency of the price table. */
  readonly cost?: number;
}

/** 15 steps, nothing else. */
export const DEFAULT_RUN_LIMITS: RunLimits = { steps: 15 };
