import type { ActContext } from "../../../environment/act-context.ts";
import { egressScope } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
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

/** What the engine says against a statement that it took and then could not run: a right that is missing, a division by zero; or that a row is too wide. */
export interface FailedPreview {
  readonly result?: never;
  readonly failed: Finding;
}

/** Without a checker a failure comes without advice. */
type Previewing = Pick<DraftCheck, "services" | "context"> & Partial<Pick<DraftCheck, "checker">>;

/** The first rows of a legal statement, or why they cannot be had; undefined where it does not come to an end in time. */
export async function previewRows(
  sql: string,
  maxRows: number,
  { services, context, checker }: Previewing,
): Promise<Preview | FailedPreview | undefined> {
  const milliseconds = timeLeft(context, 0.5);
  if (milliseconds < 1) return undefined;
  try {
    const { signal } = context;
    const result = await services.driver.query(sql, [], { ...SHOWN_BOUNDS, maxRows, milliseconds, signal });
    return result.truncatedBy === "bytes" && result.rows.length === 0 ? { failed: tooWide() } : { result };
  } catch (error) {
    if (error instanceof SqlEngineError && error.facts.kind !== "time-limit") {
      const { engineMessage, advice = "", kind } = error.facts;
      const message =
        `The engine takes the query, but fails on running it: ${engineMessage}. ${advice}`.trim();
      // A value that its column's type does not read shows only in the rows on some engines.
      const { suggestions } =
        kind === "type-mismatch" && checker
          ? await explainQuery(error, sql, { services, context, checker })
          : { suggestions: [] };
      return { failed: { code: "fails-when-run", message, suggestions } };
    }
    if (FuxiError.isInstance(error) && (error.code === "engine-error" || error.code === "engine-timeout")) {
      return undefined;
    }
    throw error;
  }
}

/** Where not even one row can be shown. */
export function tooWide(): Finding {
  return {
    code: "result-truncated",
    message: "The first row is too wide to be shown.",
    suggestions: [{ text: "name fewer columns", reason: "or take a part of the wide ones" }],
  };
}

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
