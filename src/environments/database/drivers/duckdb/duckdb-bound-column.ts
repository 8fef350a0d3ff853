import type { BoundColumn, BoundType } from "../../sql/sql-dialect.ts";

const TYPES: Readonly<Record<BoundType, string>> = {
  text: "VARCHAR",
  integer: "HUGEINT",
  decimal: "DOUBLE",
  date: "DATE",
  datetime: "TIMESTAMP",
};

/** Values out of a JSON array, cast to the type with which columns of their kind compare. */
export const duckdbBoundColumn: BoundColumn = {
  commonTable: (heading, placeholder, { type }) =>
    `${heading} AS MATERIALIZED (SELECT CAST(v.v AS ${TYPES[type]}) FROM (SELECT unnest(from_json(CAST(${placeholder} AS JSON), '["VARCHAR"]')) AS v) AS v)`,
  canHold: (text) => text.isWellFormed(),
};
