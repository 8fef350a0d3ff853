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
  "missing-join": "A table that the gold reads is not read, and no other is.",
  "extra-join": "All tables of the gold are read, and another as well.",
  "wrong-table": "A table is read in the place of another.",
  "set-operation": "UNION, INTERSECT or EXCEPT stand elsewhere than in the gold.",
  "wrong-column": "Another column is selected, or it is computed in another way.",
  "wrong-filter": "The conditions are others.",
  "wrong-join": "The tables are joined by other columns, or in another way.",
  "wrong-grouping": "The rows are grouped by something else.",
  "wrong-order": "The rows are sorted or limited in another way.",
  "wrong-expression":
    "None of the above: the clauses read alike but for the tables that their columns are of, or cannot be read.",
} as const;

/** A key of `DATABASE_ERRORS`. */
export type DatabaseError = keyof typeof DATABASE_ERRORS;
