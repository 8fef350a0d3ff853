import type { TableProfile } from "../../trajectory/table-profile.ts";
import type { WholeTable } from "./whole-table.ts";

/** What a table holds at large. */
export function profileTable(name: string, table: WholeTable): TableProfile {
  return { name, total: table.rows.length, columns: [] };
}
