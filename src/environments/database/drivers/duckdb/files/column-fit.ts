/** What the cells of a column can be read as. The SQL is about a trimmed text. */
export interface ColumnFit {
  readonly kind: "number" | "date" | "time" | "boolean";
  /** DuckDB's name of the type. */
  readonly type: string;
  /** Whether a cell is one; never NULL for a cell that is not. */
  readonly fits: (text: string) => string;
  /** The value of one that is. */
  readonly value: (text: string) => string;
  /** Cells that are one. */
  readonly count: number;
  /** How the values were written, where it is not how they are shown. */
  readonly remark?: string;
  /** Where it could have been read otherwise. */
  readonly doubt?: string;
}

/** What the other columns of a file tell about how its numbers and dates are written. */
export interface FileHabits {
  /** `1.234,5` */
  readonly decimalCommas: boolean;
  /** `1,234.5` */
  readonly decimalPoints: boolean;
  readonly dayFirst: boolean;
  readonly monthFirst: boolean;
}
