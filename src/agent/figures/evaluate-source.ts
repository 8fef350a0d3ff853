import type { Derived } from "../../trajectory/table-profile.ts";
import type { WholeTable } from "./whole-table.ts";

/** What a source comes to over the tables, by their names. */
export function evaluateSource(text: string, _tables: ReadonlyMap<string, WholeTable>): Derived {
  return { source: text, problem: "Sources cannot be evaluated yet." };
}
