import type { ActContext } from "../../../environment/act-context.ts";
import {
  changed,
  egressLevel,
  type Marked,
  ownText,
  redacted,
  say,
} from "../../../environment/egress/marks.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { timeLeft } from "../act-limits.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DraftCheck } from "../draft/check-draft.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { renderRows, SHOWN_BOUNDS } from "./cell.ts";
import { explainQuery } from "./run-query.ts";

export interface Preview {
  readonly result: StatementResult;
  readonly failed?: never;
}

/** Finding for a statement that compiled but failed to run (a missing right, a division by zero), or whose row is too wide to show. */
export interface FailedPreview {
  readonly result?: never;
  readonly failed: MarkedFinding;
}

/** The first rows of a legal statement, or why it failed; undefined where it exceeds its time. */
export async function previewRows(
  sql: string,
  maxRows: number,
  running: Pick<DraftCheck, "services" | "context">,
): Promise<Preview | FailedPreview | undefined> {
  const { services, context } = running;
  const milliseconds = timeLeft(context, 0.5);
  if (milliseconds < 1) return undefined;
  try {
    const { signal } = context;
    const result = await services.driver.query(sql, [], { ...SHOWN_BOUNDS, maxRows, milliseconds, signal });
    return result.truncatedBy === "bytes" && result.rows.length === 0 ? { failed: tooWide() } : { result };
  } catch (error) {
    if (error instanceof SqlEngineError && error.facts.kind !== "time-limit") {
      const { engineMessage, advice = "", kind } = error.facts;
      const said = say`The engine takes the query, but fails on running it: ${redacted(engineMessage)}. ${ownText(advice)}`;
      const message = changed(said, (text) => text.trim());
      // Some engines report a value that does not fit its column's type only when rows are read.
      const { suggestions } =
        kind === "type-mismatch" ? await explainQuery(error, sql, running) : { suggestions: [] };
      return { failed: { code: "fails-when-run", message, suggestions } };
    }
    if (FuxiError.isInstance(error) && (error.code === "engine-error" || error.code === "engine-timeout")) {
      return undefined;
    }
    throw error;
  }
}

/** Finding for a result whose first row exceeds the bounds. */
export function tooWide(): MarkedFinding {
  return {
    code: "result-truncated",
    message: say`The first row is too wide to be shown.`,
    suggestions: [{ text: say`name fewer columns`, reason: say`or take a part of the wide ones` }],
  };
}

/** The first rows of a table as indented lines, the column names first. */
export async function sampleRows(
  table: TableSchema,
  count: number,
  call: { readonly services: DatabaseServices; readonly context: ActContext },
): Promise<readonly Marked[]> {
  if (egressLevel() === "schema") return [];
  const sql = `SELECT * FROM ${qualifiedTable(call.services, table)} LIMIT ${count}`;
  const preview = await previewRows(sql, count, call);
  if (preview?.failed) return [say`  (${preview.failed.message})`];
  if (preview === undefined) return [say`  (no rows in time)`];
  if (preview.result.rows.length === 0) return [say`  (no rows)`];
  return renderRows(preview.result).map((line) => say`  | ${line}`);
}
