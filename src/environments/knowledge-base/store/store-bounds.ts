/** Bounds of one call to a store. */
export interface StoreBounds {
  /** The work is really stopped after this time. */
  readonly milliseconds: number;
  /** Stops it like its time limit does, with the FuxiError `cancelled`. */
  readonly signal: AbortSignal;
}
