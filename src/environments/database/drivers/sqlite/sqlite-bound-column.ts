import type { BoundColumn } from "../../sql/sql-dialect.ts";

/** The planner takes `json_each` for so many rows, whatever it reads. */
const SUPPOSED_ROWS = 25;

/**
 * Values out of `json_each`, kept as a table of their own so that joins can index it. Joining single rows multiplies the number of rows that the
 * planner supposes: without that it reads an unindexed table once for each of ten thousand values.
 */
export const sqliteBoundColumn: BoundColumn = {
  commonTable(heading, placeholder, { count }) {
    const factors = Math.max(0, Math.ceil(Math.log(Math.max(1, count)) / Math.log(SUPPOSED_ROWS)) - 1);
    const singles = Array.from({ length: factors }, (_, at) => `, json_each('[0]') AS s${at}`).join("");
    return `${heading} AS MATERIALIZED (SELECT v.value FROM json_each(${placeholder}) AS v${singles})`;
  },
  canHold: () => true,
};
