import { RUN_ERRORS } from "./run-errors.ts";

/**
 * What kinds of error an answer from a database can be: a closed table of our own. Of several that hold, the first of this order is told, so that a
 * kind further down says that nothing above it was seen.
 */
export const DATABASE_ERRORS = {
  ...RUN_ERRORS,
  "no-query": "There is an answer, and it rests on no query.",
  "invalid-query": "The query does not run, or not within the time of the score.",
  "gold-fails": "The gold query does not run, so that nothing was compared.",
  "row-order": "The rows are the gold's, in another order.",
  "repeated-rows": "The rows are the gold's, but not equally often.",
  "column-order": "The rows are the gold's, with their columns in another order.",
  "cell-form":
    "The rows are the gold's, but for how a value is written: its type, its rounding, letter case or blanks around it.",
  "extra-columns": "The gold's columns are there with the gold's values, and more beside them.",
  "missing-columns": "All columns are the gold's with its values, and some of the gold's are not there.",
  ties: "Of rows that share the place at a limit, others are taken than the gold takes, or all of them instead of some.",
  "missing-join": "A table that the gold reads is not read, and no other is.",
  "extra-join": "All tables of the gold are read, and another as well.",
  "wrong-table": "A table is read in the place of another.",
  "set-operation": "UNION, INTERSECT or EXCEPT stand elsewhere than in the gold.",
  "wrong-aggregate": "Another aggregate is computed, none, or one over repeated values as well.",
  "wrong-column": "Another column is selected.",
  "wrong-value": "The conditions are the gold's but for a value that is compared with.",
  "missing-filter": "A condition of the gold is not there.",
  "extra-filter": "The conditions of the gold are there, and another.",
  "wrong-filter": "A condition is about another column, or compares in another way.",
  "wrong-join": "The tables are joined by other columns, or in another way.",
  "wrong-grouping": "The rows are grouped by something else.",
  "wrong-order": "The rows are sorted by something else, or in the other direction, before a limit.",
  "wrong-limit": "More or fewer rows are taken.",
  "wrong-expression": "None of the above: the same parts, put together in another way.",
} as const;

/** A key of `DATABASE_ERRORS`. */
export type DatabaseError = keyof typeof DATABASE_ERRORS;
