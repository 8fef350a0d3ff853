import type { Segment } from "../../../value-index/segment.ts";
import {
  compareText,
  type MatchTier,
  rankMatches,
  type SegmentMatch,
} from "../../../value-index/segment-match.ts";
import type { TableSchema } from "../schema/database-schema.ts";

/** A column, named by its table. */
export interface ColumnRef {
  readonly schema?: string;
  readonly table: string;
  readonly column: string;
}

/** The column as the index names it. */
export function columnRef({ schema, name }: TableSchema, column: { readonly name: string }): ColumnRef {
  return { ...(schema === undefined ? {} : { schema }), table: name, column: column.name };
}

export function sameColumn(a: ColumnRef, b: ColumnRef): boolean {
  return a.table === b.table && a.column === b.column && (a.schema ?? "") === (b.schema ?? "");
}

/** A found value, and its column. */
export interface ValueMatch {
  readonly column: ColumnRef;
  /** The cell's value as text, exactly as stored. */
  readonly value: string;
  /** Number of rows that hold it. */
  readonly count: number;
  /** True if the engine confirmed the value, but `count` is from its statistics or from an older index. */
  readonly countIsEstimate?: true;
  /** How the value matches the text. */
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
   * Answers from the last read data, without asking the database. For mere offers: with data that change all the time, these must neither
   * cost a scan for each lookup nor stay empty. Found values may no longer exist.
   */
  readonly asLastRead?: true;
  readonly signal: AbortSignal;
}

/** A column that the lookup could not search fully. */
export interface IncompleteColumn extends ColumnRef {
  /** Approximate row count of its table, on an engine that others use. */
  readonly rows?: number;
}

/** Matches of a lookup, and the columns that it could not search. */
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
  /** The column that is being read. */
  readonly column?: ColumnRef;
}

/** Current size and completeness of the index. */
export interface IndexState {
  /** True where nothing is left to be built. */
  readonly complete: boolean;
  readonly columns: number;
  /** Different values, over all columns. */
  readonly values: number;
  /** Bytes on disk and in memory, together. */
  readonly bytes: number;
  /** Columns that live in memory only, as the cache folder cannot be written or is full. */
  readonly unsaved: number;
  /** ISO time of the last build or refresh. */
  readonly builtAt?: string;
}

/**
 * Finds cells by value without scanning (docs/benchmarks.md has its figures). Usable while it is being built: for columns not indexed yet it
 * asks the engine, or reports them as incomplete.
 */
export interface ValueIndex {
  /** Columns with exactly this value; if there are none, columns with a value that differs in case and surrounding space. */
  findExact(value: string, options: LookupOptions): Promise<LookupResult>;
  /** Columns holding near values: typos, word order, abbreviations, partial words. Best first. */
  findFuzzy(value: string, options: LookupOptions): Promise<LookupResult>;
  /** Builds missing and outdated columns; returns at once when there are none. */
  ensureBuilt(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (progress: BuildProgress) => void;
  }): Promise<IndexState>;
  state(): IndexState;
  close(): Promise<void>;
}

/** The distinct values of one column. */
export type ColumnSegment = Segment<ColumnRef>;

export function valueMatch({ source, value, count, tier, score }: SegmentMatch<ColumnRef>): ValueMatch {
  return { column: source, value, count, tier, score };
}

/** Best first: by score, then by the number of rows, then by the value's text, then by column. */
export function rankValueMatches(matches: readonly ValueMatch[], limit: number): readonly ValueMatch[] {
  return rankMatches(matches, limit, (a, b) => compareColumns(a.column, b.column));
}

export function compareColumns(a: ColumnRef, b: ColumnRef): number {
  return compareText(a.table, b.table) || compareText(a.column, b.column);
}
