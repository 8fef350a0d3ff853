export interface StoreBounds {
  /** The work is really stopped after this time. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}
