import type { Measure } from "../../benchmark/benchmark.ts";

const PAPER = "Database question answering";

export const VALID_QUERIES: Measure = {
  id: "valid-queries",
  name: "Valid queries",
  description: `Queries with a result that is not empty (${PAPER}, Table 2).`,
  unit: "count",
};

export const MATCH: Measure = {
  id: "match",
  name: "Match",
  description: `Of conclusive questions: a judge finds all of the reference's critical information in the answer (${PAPER}, Section 4.2.1 and Figure 7a). Without an answer it is none.`,
  unit: "share",
  against: VALID_QUERIES.id,
};

export const GRADE: Measure = {
  id: "grade",
  name: "Grade",
  description: `Of interpretive questions: how much of the reference a judge finds in the answer, from 1 (almost nothing) to 5 (all of it, and nothing else) (${PAPER}, Section 4.2.1 and Figure 7b). Without an answer it is 1.`,
  unit: "grade",
  against: VALID_QUERIES.id,
};

/**
 * The paper's Table 2 has lengths of plans and answers without a unit. We count words: its answers of about 200 are said to be of the length of a
 * paragraph, which they are in words and not in characters, and words are the same for every model where tokens are not.
 */
export const PLAN_LENGTH: Measure = {
  id: "plan-length",
  name: "Plan length",
  description: `Words of the plan of what is to be found out; 0 where nothing was planned (${PAPER}, Table 2, which names no unit).`,
  unit: "count",
};

export const QUERIES: Measure = {
  id: "queries",
  name: "Queries",
  description: `Queries that the answer was to rest on, also those that failed; one that was mended counts once (${PAPER}, Table 2). What was tried with a tool is an action.`,
  unit: "count",
};

/** In words, as `PLAN_LENGTH`. */
export const ANSWER_LENGTH: Measure = {
  id: "answer-length",
  name: "Answer length",
  description: `Words of the answer (${PAPER}, Table 2, which names no unit).`,
  unit: "count",
};

export const HOLDING: Measure = {
  id: "figures-hold",
  name: "Figures that hold",
  description:
    "Of the figures of a report: those that are what their source comes to, as they were written or filled in from it (Fuxi's own).",
  unit: "share",
};

export const CORRECTED: Measure = {
  id: "figures-corrected",
  name: "Figures corrected",
  description:
    "Of the figures of a report: those that were written otherwise than their source has it, and stand corrected (Fuxi's own).",
  unit: "share",
};

export const UNSUPPORTED: Measure = {
  id: "figures-unsupported",
  name: "Figures unsupported",
  description:
    "Of the figures of a report: those without a source, or with one that comes to nothing; they are marked in it (Fuxi's own).",
  unit: "share",
};

/** In the order of tables. */
export const LONG_FORM_MEASURES: readonly Measure[] = [
  MATCH,
  GRADE,
  PLAN_LENGTH,
  QUERIES,
  VALID_QUERIES,
  ANSWER_LENGTH,
  HOLDING,
  CORRECTED,
  UNSUPPORTED,
];
