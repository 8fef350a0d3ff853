/** What a column of a result holds at large. */
export interface ColumnProfile {
  readonly name: string;
  /** `number`: numbers only, also as text that is one; `date`: ISO dates and times only; `empty`: nothing but NULL. */
  readonly kind: "number" | "date" | "text" | "mixed" | "empty";
  readonly nulls: number;
  /** Different values that are not NULL. */
  readonly distinct: number;
  /** Of numbers and dates. */
  readonly smallest?: number | string;
  readonly largest?: number | string;
  /** Of numbers. */
  readonly sum?: number;
  readonly mean?: number;
  readonly median?: number;
  /** Of texts that repeat: the three most frequent, with how often they stand there. */
  readonly common?: readonly { readonly value: string; readonly count: number }[];
}

/** What a result holds at large, over all of its rows. */
export interface TableProfile {
  /** As the command named it: `Q1`. */
  readonly name: string;
  readonly total: number;
  readonly columns: readonly ColumnProfile[];
}

/** What a source comes to over the results, or why it comes to nothing. */
export interface Derived {
  readonly source: string;
  /** A number, or the text of a single cell; null for a NULL. */
  readonly value?: number | string | null;
  /** True where the value is already in per cent: `share`, `change`. */
  readonly percent?: boolean;
  /** In words for whoever wrote the source. */
  readonly problem?: string;
}
