import type { Evidence } from "../environment/answer.ts";
import type { Json } from "../util/json.ts";

/** Result of checking a figure that a text states (docs/reports.md). */
export const FIGURE_VERDICTS = ["holds", "filled", "corrected", "unsupported"] as const;

/**
 * `holds`: the source yields the written value. `filled`: only the source was written, and its value was put in. `corrected`: the source yields
 * another value, which the text now has. `unsupported`: there is no source, or it yields no value; the figure is marked where it is shown.
 */
export type FigureVerdict = (typeof FIGURE_VERDICTS)[number];

/** A number, date or name in a text that is taken from the results. */
export interface Figure {
  /** Text shown to the reader: "12.5 %", "1.2 million", "Paris". */
  readonly shown: string;
  /** The text as first written, if that differs. */
  readonly written?: string;
  /** Source expression (`source-expression`): `Q1:2.total`, `share(Q1:1.total, sum(Q1.total))`. */
  readonly source?: string;
  /** Value of the source; absent if it yields none. */
  readonly computed?: number | string | null;
  readonly verdict: FigureVerdict;
  /** Why the figure does not hold: a sentence. */
  readonly remark?: string;
}

/** The queries, `Q1` and on, that a passage rests on as a whole. */
export interface Citation {
  readonly cites: readonly string[];
}

/** A text in pieces, in order. */
export type ReportText = readonly (string | Figure | Citation)[];

/** One finding of a report. */
export interface ReportFinding {
  readonly heading?: string;
  readonly text: ReportText;
}

/** A chart as data: which columns of which query are drawn, and how. */
export interface ReportChart {
  readonly title: string;
  /** `bar` compares named things, `line` follows a series along dates or numbers, `points` holds two numbers against each other. */
  readonly form: "bar" | "line" | "points";
  /** Name of the query. */
  readonly query: string;
  /** Columns of the query: `x` names or orders, and one to four `y` hold numbers. */
  readonly x: string;
  readonly y: readonly string[];
}

/** A query of a report, with its result. */
export interface ReportQuery {
  /** `Q1`, `Q2`, …, as the sources name it. */
  readonly name: string;
  /** Purpose of the query, in a sentence. */
  readonly purpose: string;
  readonly environment: string;
  /** As it was run. */
  readonly sql: string;
  /** `failed`: the query was given up after failures. */
  readonly outcome: "rows" | "empty" | "failed";
  /** Present for the outcomes `rows` and `empty`. */
  readonly evidence?: Evidence;
  /** Its columns and first rows, at most 100, and fewer of wide ones. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows. */
  readonly total: number;
  /** Remark for the reader: the failure's message, a warning. */
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
  /** The planned investigations in plain words; empty without a plan. */
  readonly plan: readonly string[];
}

/** Statistics of a column of a result. */
export interface ColumnProfile {
  readonly name: string;
  /** `number`: numbers only, also as text that is one; `date`: ISO dates and times only; `empty`: nothing but NULL. */
  readonly kind: "number" | "date" | "text" | "mixed" | "empty";
  readonly nulls: number;
  /** Different values that are not NULL. */
  readonly distinct: number;
  /** Only for numbers and dates. */
  readonly smallest?: number | string;
  readonly largest?: number | string;
  /** Only for numbers. */
  readonly sum?: number;
  readonly mean?: number;
  readonly median?: number;
  /** For texts that repeat: the three most frequent, with their counts. */
  readonly common?: readonly { readonly value: string; readonly count: number }[];
}

/** Statistics of a result, over all of its rows. */
export interface TableProfile {
  /** As the command named it: `Q1`. */
  readonly name: string;
  readonly total: number;
  readonly columns: readonly ColumnProfile[];
}

/** Value of a source over the results, or why there is none. */
export interface Derived {
  readonly source: string;
  /** A number, or the text of a single cell; null for a NULL. */
  readonly value?: number | string | null;
  /** True where the value is already in per cent: `share`, `change`. */
  readonly percent?: boolean;
  /** Why there is no value, for the author of the source. */
  readonly problem?: string;
}
