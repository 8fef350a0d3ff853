import type { Evidence } from "../environment/answer.ts";
import type { Json } from "../util/json.ts";

/** What became of a figure that a text states (docs/reports.md). */
export const FIGURE_VERDICTS = ["holds", "filled", "corrected", "unsupported"] as const;

/**
 * `holds`: its source comes to what is written. `filled`: only the source was written, and the value was put in. `corrected`: the source
 * comes to something else, which stands in the text now. `unsupported`: there is no source, or it comes to nothing; it is marked where it
 * is shown.
 */
export type FigureVerdict = (typeof FIGURE_VERDICTS)[number];

/** A number, date or name in a text that is taken from the results. */
export interface Figure {
  /** As it is to be read: "12.5 %", "1.2 million", "Paris". */
  readonly shown: string;
  /** As it was written, where that differs. */
  readonly written?: string;
  /** Where it is from, as `source-expression` reads it: `Q1:2.total`, `share(Q1:1.total, sum(Q1.total))`. */
  readonly source?: string;
  /** What the source comes to; absent where it comes to nothing. */
  readonly computed?: number | string | null;
  readonly verdict: FigureVerdict;
  /** Why, of one that does not hold: a sentence. */
  readonly remark?: string;
}

/** The queries, `Q1` and on, that a passage rests on as a whole. */
export interface Citation {
  readonly cites: readonly string[];
}

/** A text in pieces, in order. */
export type ReportText = readonly (string | Figure | Citation)[];

/** One thing that was found. */
export interface ReportFinding {
  readonly heading?: string;
  readonly text: ReportText;
}

/** A chart as data: which columns of which query are drawn, and how. */
export interface ReportChart {
  readonly title: string;
  /** `bar` compares named things, `line` follows one thing along dates or numbers, `points` holds two numbers against each other. */
  readonly form: "bar" | "line" | "points";
  /** Name of the query. */
  readonly query: string;
  /** Columns of it: one that names or orders, and one to four with numbers. */
  readonly x: string;
  readonly y: readonly string[];
}

/** A query of a report, with what came of it. */
export interface ReportQuery {
  /** `Q1`, `Q2`, …, as the sources name it. */
  readonly name: string;
  /** What it was to find out, in a sentence. */
  readonly purpose: string;
  readonly environment: string;
  /** As it was run. */
  readonly sql: string;
  /** `failed`: it was given up after its failures. */
  readonly outcome: "rows" | "empty" | "failed";
  /** With `rows` and `empty`. */
  readonly evidence?: Evidence;
  /** Its columns and first rows, at most 100, and fewer of wide ones. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows. */
  readonly total: number;
  /** What has to be known of it: the failure's message, a warning. */
  readonly remark?: string;
}

/**
 * A long-form answer (*Database question answering*, Section 1): a short report whose figures are traced to the queries they come from and
 * have been computed again.
 */
export interface LongFormAnswer {
  readonly title: string;
  /** The answer in a few sentences. */
  readonly summary: ReportText;
  readonly findings: readonly ReportFinding[];
  /** What could not be found, and why. */
  readonly notFound: readonly ReportText[];
  readonly charts: readonly ReportChart[];
  /** In the order of their names. */
  readonly queries: readonly ReportQuery[];
  /** What was planned to be found out, in plain words; empty where nothing was. */
  readonly plan: readonly string[];
}

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
