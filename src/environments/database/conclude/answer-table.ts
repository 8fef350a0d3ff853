import type { AnswerTable } from "../../../environment/answer.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { countRows } from "../count-rows.ts";
import { DEFAULT_MAX_BYTES, type StatementResult } from "../driver/sql-driver.ts";
import { cellJson } from "../tools/cell.ts";
import type { Concluding } from "./concluding.ts";

const LIFETIME_SECONDS = 30 * 24 * 3600;
/** Readers cut cells off here, and show rows twice: as text and as data. */
const LONGEST_CELL = 1000;

export type AnswerTableMade =
  | { readonly table: AnswerTable; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly table?: never };

/**
 * A preview of the rows, their number, and all of them as JSON lines in the artifact store where they are more than the preview or too long
 * to be read in it. Fails where the number cannot be told or the rows are too much to keep (64 MB): a claim can be narrowed.
 */
export async function answerTable(
  result: StatementResult,
  sql: string,
  { services, context }: Pick<Concluding, "services" | "context">,
): Promise<AnswerTableMade> {
  const { rows } = result;
  const lines = result.truncatedBy === "bytes" ? undefined : jsonLines(rows);
  if (lines === undefined) {
    return tooLarge(
      `The answer has more than ${DEFAULT_MAX_BYTES / 1_000_000} MB of rows, which is too large to be kept.`,
    );
  }
  const counted = result.truncated ? await countRows(sql, services, context, 1) : undefined;
  if (result.truncated && counted === undefined) {
    return tooLarge(`The answer has more than ${rows.length} rows, which could not be counted in time.`);
  }
  const preview = rows.slice(0, context.limits.rows).map((row) => row.map(cellJson));
  const table: AnswerTable = {
    columns: result.columns.map((column) => column.name),
    rows: preview,
    total: counted ?? rows.length,
  };
  const isRead =
    lines.byteLength * 2 <= context.limits.characters &&
    !preview.some((row) => row.some((cell) => typeof cell === "string" && cell.length > LONGEST_CELL));
  if (rows.length <= preview.length && isRead) return { table };
  try {
    const full = await context.artifacts.put(lines, {
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

/** Undefined where they are more than may be kept: the driver counts less, as JSON writes quotes, escapes and bytes longer. */
function jsonLines(rows: StatementResult["rows"]): Uint8Array | undefined {
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const row of rows) {
    const line = Buffer.from(`${JSON.stringify(row.map(cellJson))}\n`);
    bytes += line.byteLength;
    if (bytes > DEFAULT_MAX_BYTES) return undefined;
    lines.push(line);
  }
  return Buffer.concat(lines);
}

function tooLarge(message: string): { readonly failure: ToolFailure } {
  const suggestions = [{ text: "narrow it", reason: "fewer columns, a condition, or a LIMIT" }];
  return { failure: { code: "too-large", message, suggestions } };
}
