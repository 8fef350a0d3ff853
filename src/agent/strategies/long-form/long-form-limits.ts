/** Bounds of a long-form run: whatever a model writes more of is cut, and the cut is said. */
export const LONG_FORM_LIMITS = {
  /** Steps of a plan. */
  steps: 12,
  /** Queries of a report. */
  queries: 12,
  /** Queries that are handed in at once by `iterative`. */
  atOnce: 3,
  /** Rounds in which the planner looks around, and calls in each. */
  looks: 3,
  calls: 6,
  /** Rounds in which queries are mended. */
  mendings: 2,
  /** Times that a report goes back to its writer. */
  rewrites: 2,
  /** Replies of one role in a row that cannot be used. */
  unusable: 3,
  /** Questions to the person in one run. */
  questions: 2,
  findings: 12,
  notFound: 12,
  charts: 6,
  assumptions: 12,
  /** Sources of one report that are computed. */
  sources: 400,
  /** Problems that one rewriting is told of. */
  problems: 20,
} as const;

/** Lengths in UTF-16 units. */
export const LONGEST = {
  title: 200,
  summary: 4000,
  finding: 4000,
  step: 500,
  purpose: 300,
  sql: 10_000,
  /** A cell in the report's data. */
  cell: 1000,
  /** Rows of one result in the report's data, as JSON. */
  rows: 500_000,
  /** What one tool showed the planner. */
  look: 3000,
  /** A failure's text. */
  failure: 1500,
  /** Rows of all queries together, as the synthesiser reads them. */
  results: 16_000,
} as const;
