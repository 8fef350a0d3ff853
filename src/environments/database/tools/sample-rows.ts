import type { ActContext } from "../../../environment/act-context.ts";
import { egressScope } from "../../../environment/egress/egress-scope.ts";
import { qualifiedTable } from "../check/find-table.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { previewRows } from "./preview-rows.ts";
import { renderRows } from "./render-rows.ts";

/** The first rows of a table as indented lines, the column names first. */
export async function sampleRows(
  table: TableSchema,
  count: number,
  call: { readonly services: DatabaseServices; readonly context: ActContext },
): Promise<readonly string[]> {
  if (egressScope()?.level === "schema") return [];
  const sql = `SELECT * FROM ${qualifiedTable(call.services, table)} LIMIT ${count}`;
  const preview = await previewRows(sql, count, call);
  if (preview?.failed) return [`  (${preview.failed.message})`];
  if (preview === undefined) return ["  (no rows in time)"];
  if (preview.result.rows.length === 0) return ["  (no rows)"];
  return renderRows(preview.result).map((line) => `  | ${line}`);
}
