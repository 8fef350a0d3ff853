import type { KeyGroups } from "../../sql/sql-dialect.ts";

/** The engine's own types without an order or a hash. */
const NOT_GROUPED =
  /^(?:json|jsonpath|xml|point|line|lseg|box|path|polygon|circle|txid_snapshot|pg_snapshot)(?:\[\])*$/u;

export const postgresKeyGroups: KeyGroups = {
  canGroupBy: (type) => !NOT_GROUPED.test(type),
  oneOf: (column) => `(array_agg(${column}))[1]`,
};
