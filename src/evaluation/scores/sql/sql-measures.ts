import type { Measure } from "../../benchmark/measure.ts";

/** BIRD's first measure. */
export const EX: Measure = {
  id: "ex",
  name: "EX",
  description:
    "Execution match: the rows of the answer's query and of the gold are equal as sets (BIRD's evaluator, evaluation_ex.py).",
  unit: "share",
};

/** Spider's first measure. */
export const BAG_EX: Measure = {
  id: "ex",
  name: "EX",
  description:
    "Execution match: the same rows equally often, columns in any order, rows in the gold's order where it says ORDER BY (Spider's test suite evaluator with --keep_distinct, on the published database alone).",
  unit: "share",
};

export const STRICT: Measure = {
  id: "strict",
  name: "Strict",
  description:
    "Fuxi's own stricter match: the same rows equally often, in the gold's order but for ties, columns in order, numbers within 1e-9.",
  unit: "share",
};

export const VA: Measure = {
  id: "va",
  name: "VA",
  description: "Valid: the run ended with an answer whose query runs (Middleware for LLMs, Section 5).",
  unit: "share",
};

export const SOFT_F1: Measure = {
  id: "soft-f1",
  name: "Soft F1",
  description:
    "Shared cells of rows paired by their place, without repeated rows (BIRD Mini-Dev, evaluation_f1.py).",
  unit: "share",
};

export const R_VES: Measure = {
  id: "r-ves",
  name: "R-VES",
  description:
    "Square root of the reward for a right query by the gold's time through its own; up to 1.118 (BIRD Mini-Dev, evaluation_ves.py).",
  unit: "ratio",
};
