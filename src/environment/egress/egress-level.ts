/** What of an environment's content may reach a model provider, the least first. */
export const EGRESS_LEVELS = ["schema", "masked", "all"] as const;

/**
 * `schema`: names, types, keys and counts, and no value; `masked`: of values only their form (`Xxxxx 99`); `all`: everything. The person is shown
 * the answer as it is at each of them.
 */
export type EgressLevel = (typeof EGRESS_LEVELS)[number];

/** A level at which something is held back. */
export type Withheld = Exclude<EgressLevel, "all">;

/** The stricter of two levels. */
export function stricterEgress(a: EgressLevel, b: EgressLevel): EgressLevel {
  return EGRESS_LEVELS.indexOf(a) < EGRESS_LEVELS.indexOf(b) ? a : b;
}
