import type { Claim } from "../../../environment/answer.ts";
import { forModel } from "../../../environment/egress/egress-scope.ts";
import type { ConcludeResult } from "../../../environment/environment.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { findingsOnce } from "../check/findings-once.ts";
import { maskedWarnings } from "../check/masked-findings.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { type Draft, isEmptyDraft } from "../draft/draft.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { looksLikeQuery, queryText } from "../query-text.ts";
import { evidenceSql } from "../relations/evidence-sql.ts";
import { missingValues } from "../relations/missing-values.ts";
import { withRelations } from "../relations/services-with-relations.ts";
import { stopIfCancelled } from "../stop-if-cancelled.ts";
import { incompleteDraft } from "../tools/check-query.ts";
import { runQuery } from "../tools/run-query.ts";
import { answerTable } from "./answer-table.ts";
import { answerText } from "./answer-text.ts";
import { claimFindings, NO_FINDINGS } from "./claim-findings.ts";
import type { Concluding } from "./concluding.ts";
import { doubtsAbout } from "./doubts-about.ts";
import { misbegunQuery } from "./misbegun-query.ts";

/** All rows of an answer are kept up to here; the rows beyond are counted. */
export const MOST_ANSWER_ROWS = 100_000;

/**
 * Turns a claim into an answer: a query is run; no text at all, or words beside a complete draft, run the draft. The answer has a bounded
 * preview of the rows, their number, and all of them as an artifact where they are more. A query that is not the draft is inspected, in what
 * the run leaves of the time; what is said of masked columns is said of the draft as well.
 */
export async function conclude(claim: Claim, concluding: Concluding): Promise<ConcludeResult> {
  const bound = withRelations(concluding, concluding.relations, concluding.context);
  try {
    return await concludeWith(claim, { ...concluding, ...bound });
  } catch (error) {
    const missing = missingValues(error);
    if (missing) return missing;
    throw error;
  }
}

async function concludeWith(claim: Claim, concluding: Concluding): Promise<ConcludeResult> {
  const { draft, services } = concluding;
  stopIfCancelled(concluding.context.signal);
  const { dialect } = services.driver;
  const given = queryText(claim.text ?? "", dialect.lexical);
  const query = given !== undefined && (await isQuery(given, concluding)) ? given : undefined;
  const words = query === undefined && given !== undefined ? claim.text?.trim() : undefined;
  if (words !== undefined && given !== undefined) {
    const misbegun = await misbegunQuery(given, dialect, (sql) => compiles(sql, concluding));
    if (misbegun) return { failure: misbegun };
  }
  const sql = query ?? assembleDraft(draft, dialect)?.sql;
  if (sql === undefined) return { failure: nothingToRun(draft, words) };
  const began = Date.now();
  // A cell of an answer is whole, or there is no answer.
  const bounds = { maxRows: MOST_ANSWER_ROWS, maxCellLength: Number.POSITIVE_INFINITY };
  const asOf = stateTime(services.driver, began);
  const doubts = doubtsAbout(sql, concluding.doubts ?? [], services.schema);
  const run = await forModel(() => runQuery(sql, bounds, concluding));
  if (run.failure) return { failure: run.failure };
  const made = await answerTable(run.result, sql, concluding);
  if (made.failure) return { failure: made.failure };
  const rows = made.table;
  const left = concluding.context.limits.milliseconds - (Date.now() - began);
  const { warnings: found, notes } =
    query === undefined || left <= 0
      ? NO_FINDINGS
      : await forModel(() => claimFindings(query, concluding, left));
  // Said of the draft, too: whoever reads the answer did not read what was told as its clauses were set.
  const warnings = findingsOnce([...found, ...maskedWarnings(services, sql)]);
  const text = words ?? answerText(rows);
  const [only] = rows.rows;
  const single = rows.total === 1 && rows.columns.length === 1 ? only?.[0] : undefined;
  return {
    answer: { text, rows, ...(single === undefined ? {} : { value: single }) },
    evidence: {
      environment: concluding.environment,
      kind: "database",
      sql: evidenceSql(sql, concluding.relations, dialect),
      preview: { columns: rows.columns, rows: rows.rows.slice(0, 5), total: rows.total },
      ...(asOf === undefined ? {} : { asOf }),
      ...(doubts.length === 0 ? {} : { doubts }),
    },
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Looked at before the query: what is written while it runs may be in its rows, what was written before is. */
function stateTime(driver: SqlDriver, began: number): string | undefined {
  return (driver.changedAt === undefined ? new Date(began) : driver.changedAt())?.toISOString();
}

/**
 * What starts like a query is taken for one even when it is wrong, so that the failure says what is wrong with it. Of anything else the engine
 * is asked, as some dialects tell by the first word alone ("With the draft as given: York", "From York").
 */
async function isQuery(text: string, concluding: Concluding): Promise<boolean> {
  const { dialect } = concluding.services.driver;
  if (looksLikeQuery(text, dialect.lexical)) return true;
  const info = dialect.inspect(text);
  if (info.syntaxError !== undefined || info.statements === 0) return false;
  return !info.isQuery || (await compiles(text, concluding));
}

async function compiles(sql: string, { services, context }: Concluding): Promise<boolean> {
  try {
    await services.driver.compile(sql, context.signal);
    return true;
  } catch (error) {
    if (error instanceof SqlEngineError) return false;
    throw error;
  }
}

function nothingToRun(draft: Draft, words: string | undefined): ToolFailure {
  if (!isEmptyDraft(draft)) return incompleteDraft(draft);
  return {
    code: "no-answer",
    message:
      words === undefined
        ? "There is no query and no draft to answer with."
        : "Words alone are no answer here: it has to rest on a query.",
    suggestions: [
      { text: "SELECT …", reason: "give the query as the answer" },
      { text: 'from("…")', reason: "or draft it clause by clause" },
    ],
  };
}
