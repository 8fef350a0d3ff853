import { z } from "zod";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import type { Clause } from "../check/clause.ts";
import { findingsOnce } from "../check/clause-check.ts";
import { maskedWarnings } from "../check/masked.ts";
import { countRows } from "../count-rows.ts";
import type { DatabaseState } from "../database-state.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { checkSites, DraftCheck, type SiteReport, uncheckedLine } from "../draft/check-draft.ts";
import { type Draft, EMPTY_DRAFT, isEmptyDraft, partName, sitesOf } from "../draft/draft.ts";
import { draftOfQuery } from "../draft/draft-of-query.ts";

import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { queryText } from "../query-text.ts";
import { ROWS, renderRows, shownRows } from "./cell.ts";
import { defineTool, observe, renderFindings, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { previewRows } from "./preview-rows.ts";
import { explainQuery, refusal } from "./run-query.ts";

const PREVIEW_ROWS = 10;
/** A result that is not much longer is shown whole: nobody hands in rows that they have not seen. */
const MOST_WHOLE = 20;

/** Rows that meet several others do not matter where each result is kept once and nothing is counted or added up. */
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
    if (isEmptyDraft(draft)) return { failure: emptyDraft() };
    const sql = assembleDraft(draft, call.services.driver.dialect)?.sql;
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
  const judge = new DraftCheck(call.services, call.checker, call.context);
  const reports =
    draft.whole === undefined
      ? await checkSites(draft, sitesOf(draft), judge, () => true)
      : await inspectWhole(draft.whole, judge);
  const rows = await countRows(sql, call.services, call.context);
  const previewed = await previewRows(sql, MOST_WHOLE + 1, call);
  const preview = previewed?.result && previewed;
  const warnings: Finding[] = previewed?.failed ? [previewed.failed] : [];
  const notes: Finding[] = [];
  const counts: string[] = [];
  for (const { site, inspection, verdict, rows: kept } of reports) {
    const part = partName(draft, site);
    const name = part === "main" ? site.clause : `${site.clause} (${part})`;
    if (!verdict.legal) notes.push(failed(name, verdict.failure));
    if (kept !== undefined && site.clause !== "order_by") counts.push(`${name} ${kept}`);
    const mark = (finding: Finding): Finding => ({
      ...finding,
      part: { clause: site.clause, ...finding.part },
    });
    warnings.push(...(inspection?.warnings ?? []).map(mark));
    const told = (inspection?.notes ?? []).filter(
      ({ code }) => code !== "join-multiplies" || !DISTINCT.test(sql) || COUNTING.test(sql),
    );
    notes.push(...told.map(mark));
  }
  // A set operation compares what its SELECTs give, and is no clause of any of them.
  warnings.push(...maskedWarnings(call.services, sql));
  // A note on one clause may have become a warning with the clauses after it.
  const others = notes.filter(
    (note) => !warnings.some((each) => each.code === note.code && each.message === note.message),
  );
  const fetched = preview?.result.rows.length ?? 0;
  const shown = fetched > MOST_WHOLE ? PREVIEW_ROWS : fetched;
  const told = findingsOnce(warnings);
  const data: Record<string, Json> = { sql };
  if (rows !== undefined) data.rows = rows;
  if (preview) data.preview = shownRows(preview.result, shown);
  const total = rows === undefined ? "" : `: ${rows} row${rows === 1 ? "" : "s"}`;
  const lines = [
    ...(call.state === state ? visibleBlock(sql).split("\n") : []),
    `Draft${total}${counts.length > 0 ? ` (rows after ${counts.join(", ")})` : ""}.`,
    uncheckedLine(reports),
    ...(preview && shown > 0 ? renderRows(preview.result, shown) : []),
    rows !== undefined && shown > 0 && rows > shown ? `… ${rows - shown} more` : undefined,
    ...renderFindings(told, others),
  ];
  return { observation: observe(lines, data, { warnings: told, notes: others }), state };
}

/** A query that is no draft is inspected as far as one look at it goes. */
export async function inspectWhole(sql: string, judge: DraftCheck): Promise<readonly SiteReport[]> {
  const subject: Clause = { clause: "select", text: sql, sql, span: { start: 0, end: sql.length } };
  const inspection = await judge.checker.inspect(subject, judge.context);
  const site = { query: -1, core: 0, clause: "select" } as const;
  return [{ site, verdict: { legal: true, subject }, inspection }];
}

function failed(name: string, failure: ToolFailure): Finding {
  return {
    code: "no-longer-holds",
    message: `${name} does not hold: ${failure.message}`,
    ...(failure.part ? { part: failure.part } : {}),
    suggestions: failure.suggestions,
  };
}

export function emptyDraft(): ToolFailure {
  return {
    code: "draft-incomplete",
    message: "The draft is empty. Give the query, or begin with from.",
    suggestions: [{ text: 'from("…")', reason: "begins the draft" }],
  };
}

/** The failure for a draft that is no query yet: which SELECT lacks what. */
export function incompleteDraft(draft: Draft): ToolFailure {
  const parts = [
    ...draft.with.map((cte, at) => ({ query: at, cores: cte.query.cores })),
    { query: -1, cores: draft.query.cores },
  ];
  for (const { query, cores } of parts) {
    const core = cores.findIndex((each) => each.select === undefined || each.from === undefined);
    if (core < 0 && cores.length > 0) continue;
    const part = partName(draft, { query, core: Math.max(0, core) });
    const missing =
      (["from", "where", "select"] as const).find((clause) => cores[core]?.[clause] === undefined) ?? "from";
    const inPart = part === "main" ? "" : `, part=${JSON.stringify(part)}`;
    return {
      code: "draft-incomplete",
      message: `The draft lacks ${missing}${part === "main" ? "" : ` in part "${part}"`}.`,
      part: { clause: missing },
      suggestions: [
        { text: `${missing}(${missing === "where" ? '""' : '"…"'}${inPart})`, reason: `sets ${missing}` },
      ],
    };
  }
  return emptyDraft();
}
