import type { MatchTier } from "../../../value-index/segment-match.ts";

/** A column as the index names it. */
export interface ColumnRef {
  readonly schema?: string;
  readonly table: string;
  readonly column: string;
}

/** A value that was found, and where. */
export interface ValueMatch {
  readonly column: ColumnRef;
  /** The cell's value as text, exactly as stored. */
  readonly value: string;
  /** Number of rows that hold it. */
  readonly count: number;
  /** The engine has the value; how often is from its statistics or from an older index. */
  readonly countIsEstimate?: true;
  /** How the value and the text go together. */
  readonly tier: MatchTier;
  /** 0 to 1; matches are ordered by it. */
  readonly score: number;
}

/** How many matches are wanted, and where to look. */
export interface LookupOptions {
  readonly limit: number;
  /** Look in this column only. */
  readonly column?: ColumnRef;
  /**
   * Answers with what was read last, and asks the database nothing: for what is only offered, where data that change all the time must neither
   * cost a scan for each look nor hide everything. What is found need not be there any more.
   */
  readonly asLastRead?: true;
  readonly signal: AbortSignal;
}

/** A column that could not be answered for, with what is known of why. */
export interface IncompleteColumn extends ColumnRef {
  /** Of its table, about. */
  readonly rows?: number;
  /** ISO time up to which an older index answers for it. */
  readonly asOf?: string;
  /** True where not even the engine has statistics of it. */
  readonly unanalysed?: true;
}

/** What a lookup found, and where it could not look. */
export interface LookupResult {
  readonly matches: readonly ValueMatch[];
  /** Columns that could not be answered for: not indexed yet, sampled only, or left out by configuration. */
  readonly incomplete: readonly IncompleteColumn[];
}

/** How far building the index has come. */
export interface BuildProgress {
  readonly columnsDone: number;
  readonly columnsTotal: number;
  /** Different values read so far. */
  readonly valuesDone: number;
  /** The one that is being read. */
  readonly column?: ColumnRef;
}

/** What the index holds now. */
export interface IndexState {
  /** True where nothing is left to be built. */
  readonly complete: boolean;
  readonly columns: number;
  /** Different values, over all columns. */
  readonly values: number;
  /** What it takes on disk and in memory, together. */
  readonly bytes: number;
  /** Columns that live in memory only, as the cache folder cannot be written or is full. */
  readonly unsaved: number;
  /** ISO time of the last build or refresh. */
  readonly builtAt?: string;
}

/**
 * Finds cells by value without scanning (docs/benchmarks.md has its figures). Usable while it is being built: what is not indexed yet is asked
 * of the engine, or said to be incomplete.
 */
export interface ValueIndex {
  /** Columns holding exactly this value; where there is none, those that hold it but for case and surrounding space. */
  findExact(value: string, options: LookupOptions): Promise<LookupResult>;
  /** Columns holding near values: typos, word order, abbreviations, partial words. Best first. */
  findFuzzy(value: string, options: LookupOptions): Promise<LookupResult>;
  /** Builds or refreshes what is out of date; returns at once when nothing is. */
  ensureBuilt(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (progress: BuildProgress) => void;
  }): Promise<IndexState>;
  state(): IndexState;
  close(): Promise<void>;
}
