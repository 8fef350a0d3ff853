import type { Operation } from "../document/api-document.ts";

export interface FoundOperation {
  readonly operation: Operation;
  /** Comparable within one answer only. */
  readonly score: number;
}

/** Finds operations by what they do, in plain words. */
export interface OperationSearch {
  /** The best first; operations that share nothing with the text are left out. */
  search(text: string, limit: number): readonly FoundOperation[];
}
