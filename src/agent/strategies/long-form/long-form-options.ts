/** Parts of `sequential` and `iterative` that can be left out. All are on unless turned off. */
export interface LongFormOptions {
  /** Queries that fail, and once those that are suspicious, go back to whoever wrote them. */
  readonly mending?: boolean;
  /**
   * Figures that their sources do not bear out go back to the synthesiser, at most twice. Without it they are corrected or marked at once:
   * none is ever left standing as if it held.
   */
  readonly checking?: boolean;
  /** Whether the person may be asked what is meant. */
  readonly questions?: boolean;
}

/** Parts of `sequential` that can be left out. */
export interface SequentialOptions extends LongFormOptions {
  /** Whether the planner may look around with tools before it plans; the paper's planner has the schema alone. */
  readonly looking?: boolean;
}

export type LongFormSwitches = Readonly<Record<keyof SequentialOptions, boolean>>;

export function longFormSwitches({
  looking = true,
  mending = true,
  checking = true,
  questions = true,
}: SequentialOptions): LongFormSwitches {
  return { looking, mending, checking, questions };
}
