import type { AnswerTable } from "../../../environment/answer.ts";
import { countRows } from "../count-rows.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import { cellJson } from "../tools/cell.ts";
import type { Concluding } from "./concluding.ts";

const LIFETIME_SECONDS = 30 * 24 * 3600;

/** A preview of the rows, their number, and all of them as JSON lines in the artifact store where they are more than the preview. */
export async function answerTable(
  result: StatementResult,
  sql: string,
  { services, context }: Pick<Concluding, "services" | "context">,
): Promise<AnswerTable> {
  const rows = result.rows.map((row) => row.map(cellJson));
  const counted = result.truncated ? await countRows(sql, services, context, 1) : undefined;
  const preview = rows.slice(0, context.limits.rows);
  const table: AnswerTable = {
    columns: result.columns.map((column) => column.name),
    rows: preview,
    total: counted ?? rows.length,
  };
  if (rows.length <= preview.length) return table;
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const full = await context.artifacts.put(new TextEncoder().encode(lines), {
    principal: context.principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: LIFETIME_SECONDS,
  });
  return { ...table, full };
}
