import type { BoundColumn, BoundType } from "../../sql/sql-dialect.ts";

const TYPES: Readonly<Record<BoundType, string>> = {
  text: "text",
  integer: "bigint",
  decimal: "numeric",
  date: "date",
  datetime: "timestamp",
};

/** Values out of a JSON array, cast to the type with which columns of their kind compare. */
export const postgresBoundColumn: BoundColumn = {
  commonTable: (heading, placeholder, { type }) =>
    `${heading} AS (SELECT CAST(v.v AS ${TYPES[type]}) FROM jsonb_array_elements_text(CAST(${placeholder} AS jsonb)) AS v(v))`,
  canHold: (text) => !text.includes("\u0000") && text.isWellFormed(),
};
