export const COLUMN_FUNCTIONS = ["sum", "mean", "median", "min", "max", "count", "distinct"] as const;
export const OTHER_FUNCTIONS = ["share", "change", "rank", "rank_up", "correlation"] as const;
export type FunctionName = (typeof COLUMN_FUNCTIONS)[number] | (typeof OTHER_FUNCTIONS)[number];

export const COMPARISONS = [">=", "<=", "!=", ">", "<", "="] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** `Q1`, `Q1.tickets`, `Q1:2.tickets`: rows count from 1. */
export interface SourceReference {
  readonly type: "reference";
  readonly query: string;
  readonly row?: number;
  readonly column?: string;
}

/** A part of a source. Numbers are as written: digits, a point, digits. */
export type SourceTerm =
  | SourceReference
  | { readonly type: "number"; readonly digits: string }
  /** Stands only beside a comparison. */
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "calculation";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: SourceTerm;
      readonly right: SourceTerm;
    }
  | { readonly type: "negation"; readonly operand: SourceTerm }
  /** Only within `count`: which rows are counted. */
  | {
      readonly type: "comparison";
      readonly operator: Comparison;
      readonly left: SourceTerm;
      readonly right: SourceTerm;
    }
  | {
      readonly type: "call";
      readonly name: FunctionName;
      readonly operands: readonly SourceTerm[];
    };
