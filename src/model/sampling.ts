/** How replies are drawn. Absent members are the provider's default. */
export interface Sampling {
  readonly temperature?: number;
  readonly seed?: number;
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
}

export type SamplingSetting = keyof Sampling;
