/** Bounds of one run. Absent means unbounded. */
export interface RunLimits {
  /** Replies of the policy, 15 by default (Middleware, Section 5; the papers' limit). */
  readonly steps: number;
  readonly milliseconds?: number;
  /** Input and output tokens together. */
  readonly tokens?: number;
  /** In the currency of the price table. */
  readonly cost?: number;
}

export const DEFAULT_RUN_LIMITS: RunLimits = { steps: 15 };
