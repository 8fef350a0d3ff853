import type { SqlDialect } from "../../sql/sql-dialect.ts";
import type { FunctionKind } from "./duckdb-worker-messages.ts";

/** What the grammar has and the catalog does not. */
const SPECIAL: Readonly<Record<"scalar" | "aggregate" | "window" | "table", string>> = {
  scalar: `array cast coalesce collate columns current_date current_time current_timestamp exists extract grouping
    grouping_id if ifnull localtime localtimestamp map nullif overlay position row struct substring trim try try_cast
    unpack`,
  aggregate: "percentile_cont percentile_disc",
  window: `cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense
    row_number`,
  table: "unnest",
};

export function duckdbFunctions(
  own: readonly (readonly [name: string, kind: FunctionKind])[],
): SqlDialect["functions"] {
  const special = (Object.keys(SPECIAL) as (keyof typeof SPECIAL)[]).flatMap((kind) =>
    SPECIAL[kind].split(/\s+/u).map((name) => [name, kind] as const),
  );
  return new Map([...own, ...special]);
}
