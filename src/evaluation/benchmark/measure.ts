/** What an item is scored by. Each value lies between 0 and 1 unless `unit` says otherwise; the mean over items is what tables show. */
export interface Measure {
  /** As in records and on the command line: "ex", "f1". */
  readonly id: string;
  /** As in tables: "EX". */
  readonly name: string;
  /** One sentence: what it is, and where its definition stands. */
  readonly description: string;
  readonly unit: "share" | "count" | "ratio" | "grade";
  /** Id of a measure with whole numbers that reports draw it against. */
  readonly against?: string;
}

/** One item's scores by the ids of the measures. A measure that does not apply to the item is absent, and not in the mean. */
export type Scores = Readonly<Record<string, number>>;
