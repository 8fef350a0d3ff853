/** How far a preparation has come. */
export interface PreparationProgress {
  /** 0 to 1. */
  readonly share: number;
  /** What is being worked on, in a few words. */
  readonly text: string;
}

/** Work that makes later actions quick and that an environment does by itself when needed: a value index, a label index. */
export interface Preparation {
  /** What there is to do, where that costs others something: `isLarge` asks for leave before `prepare`. */
  estimate?(options: {
    readonly signal: AbortSignal;
  }): Promise<{ readonly text: string; readonly isLarge: boolean }>;
  /** Does what is out of date; returns at once when nothing is. The result says in one line what there is now. */
  prepare(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (progress: PreparationProgress) => void;
  }): Promise<{ readonly text: string }>;
}
