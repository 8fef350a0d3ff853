import { z } from "zod";
import { ownText, say } from "../../../environment/egress/marks.ts";
import { given } from "../../../util/given.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import { findingsOnce } from "../check/clause-check.ts";
import { rowCount } from "../check/clause-sql.ts";
import { maskedWarnings } from "../check/masked.ts";
import { countRows } from "../count-rows.ts";
import type { DatabaseState } from "../database-state.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { checkDraft, DraftCheck, notHolding, uncheckedLine } from "../draft/check-draft.ts";
import { type Draft, EMPTY_DRAFT, isEmptyDraft, siteName } from "../draft/draft.ts";
import { draftOfQuery } from "../draft/draft-of-query.ts";
import { incompleteDraft } from "../draft/place-of-from.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { queryText } from "../query-text.ts";
import { readQuery } from "../sql/read-query.ts";
import { whatItHangsOn } from "../variants/what-it-hangs-on.ts";
import { ROWS, renderRows, shownRows } from "./cell.ts";
import { defineTool, observe, renderFindings, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { previewRows } from "./preview-rows.ts";
import { explainQuery, refusal } from "./run-query.ts";

const PREVIEW_ROWS = 10;
/** Results with up to this many rows are shown whole, so that the model sees all rows that it hands in. */
const MOST_WHOLE = 20;

/** A join that multiplies rows is harmless with DISTINCT or a LIMIT, and without an aggregate that counts or adds up. */
const DISTINCT = /\bselect\s+distinct\b/iu;
const COUNTING = /\b(?:count|sum|avg|total|group_concat|string_agg)\s*\(/iu;

export const checkQuery = defineTool({
  name: "check_query",
  description:
    'Checks a whole query clause by clause, shows its first rows and makes it the draft that is handed in. "" checks the draft.',
  group: "functional",
  essential: true,
  input: z.strictObject({ query: z.string() }),
  output: z.object({ sql: z.string(), rows: z.int().optional(), preview: ROWS.optional() }),
  async run({ query }, call): Promise<ToolOutcome> {
    const given = queryText(query, call.services.driver.dialect.lexical);
    if (given !== undefined) return checkGiven(given, call);
    const { draft } = call.state;
    const sql = isEmptyDraft(draft) ? undefined : assembleDraft(draft, call.services.driver.dialect)?.sql;
    if (sql === undefined) return { failure: incompleteDraft(draft) };
    return report(draft, sql, call, call.state);
  },
});

async function checkGiven(sql: string, call: ToolCall): Promise<ToolOutcome> {
  const refused = refusal(sql, call);
  if (refused) return { failure: refused };
  try {
    await call.services.driver.compile(sql, call.context.signal);
  } catch (error) {
    if (!(error instanceof SqlEngineError)) throw error;
    const failure = await explainQuery(error, sql, call);
    return { failure: { ...failure, part: { ...failure.part, argument: "query" } } };
  }
  const draft = draftOfQuery(sql, call.services.driver.dialect) ?? { ...EMPTY_DRAFT, whole: sql };
  return report(draft, sql, call, { ...call.state, draft });
}

async function report(draft: Draft, sql: string, call: ToolCall, state: DatabaseState): Promise<ToolOutcome> {
  const reports = await checkDraft(draft, new DraftCheck(call));
  const rows = await countRows(sql, call.services, call.context);
  const { result, failed } = (await previewRows(sql, MOST_WHOLE + 1, call)) ?? {};
  const inspections = reports.flatMap(({ inspection }) => inspection ?? []);
  const warnings = findingsOnce([
    ...(failed ? [failed] : []),
    ...inspections.flatMap((each) => each.warnings),
    // The checks of clauses do not see masked columns that a set operation compares.
    ...maskedWarnings(call.services, sql),
  ]);
  // A draft that is probably wrong has other things to mend first.
  const changed = warnings.length > 0 ? [] : await whatItHangsOn(sql, call.state.question, call);
  const isLimited = readQuery(sql, call.services.driver.dialect.lexical)?.limit !== undefined;
  const isUncounted = (isLimited || DISTINCT.test(sql)) && !COUNTING.test(sql);
  // A note on one clause may have become a warning in the check of a later clause.
  const notes = [
    ...notHolding(draft, reports, "does not hold"),
    ...inspections.flatMap((each) => each.notes),
  ].filter(
    ({ code, message }) =>
      !(code === "join-multiplies" && isUncounted) &&
      // These are the rows before the LIMIT.
      !(isLimited && /^(?:duplicate-rows|join-drops-rows)$/u.test(code)) &&
      !(code === "join-drops-rows" && changed.some(({ kind }) => kind === "unmatched")) &&
      !(code === "duplicate-rows" && changed.some(({ kind }) => kind === "counted")) &&
      !warnings.some((each) => each.code === code && each.message === message),
  );
  notes.push(
    ...changed.map(({ text }) => ({
      code: "could-also-mean" as const,
      message: say`The question could also mean ${text}.`,
      suggestions: [],
    })),
  );
  const counts = reports.flatMap(({ site, rows: kept }) =>
    kept === undefined || site.clause === "order_by" ? [] : [say`${siteName(draft, site)} ${kept}`],
  );
  const fetched = result?.rows.length ?? 0;
  const shown = fetched > MOST_WHOLE ? PREVIEW_ROWS : fetched;
  const total = rows === undefined ? "" : say`: ${rowCount(rows)}`;
  const lines = [
    ...(call.state === state ? visibleBlock(sql).split("\n").map(ownText) : []),
    say`Draft${total}${counts.length > 0 ? say` (rows after ${counts})` : ""}.`,
    uncheckedLine(reports),
    ...(result && shown > 0 ? renderRows(result, shown) : []),
    rows !== undefined && shown > 0 && rows > shown ? say`… ${rows - shown} more` : undefined,
    ...renderFindings(warnings, notes),
  ];
  const data = given({ sql: ownText(sql), rows, preview: result && shownRows(result, shown) });
  return { observation: observe(lines, data, { warnings, notes }), state };
}
