import type { AnswerTable } from "../../../environment/answer.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { countRows } from "../count-rows.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import { cellJson } from "../tools/cell.ts";
import type { Concluding } from "./concluding.ts";

const LIFETIME_SECONDS = 30 * 24 * 3600;

export type AnswerTableMade =
  | { readonly table: AnswerTable; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly table?: never };

/**
 * A preview of the rows, their number, and all of them as JSON lines in the artifact store where they are more than the preview. Fails where
 * the number cannot be told or the rows are too much to keep: a claim can be narrowed.
 */
export async function answerTable(
  result: StatementResult,
  sql: string,
  { services, context }: Pick<Concluding, "services" | "context">,
): Promise<AnswerTableMade> {
  const rows = result.rows.map((row) => row.map(cellJson));
  const counted = result.truncated ? await countRows(sql, services, context, 1) : undefined;
  if (result.truncated && counted === undefined) {
    return tooLarge(`The answer has more than ${rows.length} rows, which could not be counted in time.`);
  }
  const preview = rows.slice(0, context.limits.rows);
  const table: AnswerTable = {
    columns: result.columns.map((column) => column.name),
    rows: preview,
    total: counted ?? rows.length,
  };
  if (rows.length <= preview.length) return { table };
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  try {
    const full = await context.artifacts.put(new TextEncoder().encode(lines), {
      principal: context.principal,
      mediaType: "application/x-ndjson",
      lifetimeSeconds: LIFETIME_SECONDS,
    });
    return { table: { ...table, full } };
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "artifact-too-large") {
      return tooLarge("The answer is too large to be kept.");
    }
    throw error;
  }
}

function tooLarge(message: string): { readonly failure: ToolFailure } {
  const suggestions = [{ text: "narrow it", reason: "fewer columns, a condition, or a LIMIT" }];
  return { failure: { code: "too-large", message, suggestions } };
}
