/** Bounds of the value index. Beyond a bound a column is sampled or left out, never silently: lookups say so or ask the engine. */
export interface IndexLimits {
  /** Distinct values kept of one column; beyond it the column is sampled, and values missing in the sample are looked up on the engine. */
  readonly valuesPerColumn: number;
  /** UTF-8 bytes of distinct values kept of one column; beyond it the column is sampled. */
  readonly bytesPerColumn: number;
  /** Time to read one column, in milliseconds; beyond it the column is sampled. */
  readonly millisecondsPerColumn: number;
  /** Memory of the whole index in bytes; columns that do not fit any more are left to the engine. */
  readonly bytesInAll: number;
  /** Groups or rows read with one statement. */
  readonly pageRows: number;
  /** UTF-16 units; longer cells are not kept, and a longer text is looked up on the engine. */
  readonly cellLength: number;
  /** Time in milliseconds that one lookup may spend on asking the engine about columns that the index cannot answer for. */
  readonly engineMilliseconds: number;
}

export const DEFAULT_INDEX_LIMITS: IndexLimits = {
  valuesPerColumn: 2_000_000,
  bytesPerColumn: 256 * 1024 * 1024,
  millisecondsPerColumn: 120_000,
  bytesInAll: 1024 * 1024 * 1024,
  pageRows: 50_000,
  cellLength: 1_000,
  engineMilliseconds: 3_000,
};
