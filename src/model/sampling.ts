/** How replies are drawn. Absent members are the provider's default. */
export interface Sampling {
  readonly temperature?: number;
  readonly seed?: number;
  /** Of one reply. */
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
}

/** A key of `Sampling`. */
export type SamplingSetting = keyof Sampling;
