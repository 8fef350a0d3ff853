import type { Observation } from "../../../environment/observation.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import { findingsOnce } from "../check/findings-once.ts";
import { countRows } from "../count-rows.ts";
import { assembleQuery, isComplete } from "../draft/assemble.ts";
import { type SiteReport, uncheckedLine } from "../draft/check-sites.ts";
import type { ClauseJudge } from "../draft/clause-judge.ts";
import { type Draft, MAIN, queryAt } from "../draft/draft.ts";
import { partName } from "../draft/draft-part.ts";
import { observe } from "./database-tool.ts";
import { emptySetNote } from "./empty-set-note.ts";
import { previewRows } from "./preview-rows.ts";
import { renderFindings } from "./render-findings.ts";
import { renderRows, shownRows } from "./render-rows.ts";

const PREVIEW_ROWS = 5;

export interface ClauseOutcome {
  readonly draft: Draft;
  readonly own: SiteReport;
  /** The clauses that were set before and depend on it, checked again. */
  readonly again: readonly SiteReport[];
  readonly replaced: boolean;
  readonly removed: boolean;
}

/** What a model reads after setting a clause: rows, what the inspection found, a preview, what no longer holds. */
export async function clauseObservation(outcome: ClauseOutcome, judge: ClauseJudge): Promise<Observation> {
  const { draft, own, again } = outcome;
  const { site, inspection } = own;
  const part = partName(draft, site);
  const warnings = [...groupingWarning(own), ...(inspection?.warnings ?? [])];
  const notes = [...(inspection?.notes ?? [])];
  const later: string[] = [];
  for (const report of again) {
    const clause = report.site.clause;
    const where = partName(draft, report.site);
    if (!report.verdict.legal) notes.push(noLongerHolds(report, where));
    else if (report.inspection) {
      later.push(`${clause}${rowsText(report)}`);
      warnings.push(
        ...report.inspection.warnings.map((each) => ({ ...each, part: { clause, ...each.part } })),
      );
    }
  }
  const final = again.findLast((report) => report.verdict.legal && report.inspection) ?? own;
  const broken = again.some((report) => !report.verdict.legal);
  const previewed = broken ? undefined : await previewOf(final, judge);
  if (previewed?.failed) warnings.push({ ...previewed.failed, part: { clause: final.site.clause } });
  const preview = previewed?.result && previewed;
  const told = findingsOnce(warnings);
  const compound = await compoundRows(draft, own, judge);
  if (compound?.rows === 0 && warnings.length === 0)
    notes.push(...(await emptySetNote(draft, site.query, judge)));
  const name = part === "main" ? site.clause : `${site.clause} (part ${part})`;
  const done = outcome.removed ? "removed" : outcome.replaced ? "replaced" : "set";
  const [first, ...rest] = inspection?.lines ?? [];
  const lines = [
    `${name} ${done}${first === undefined ? rowsText(own) : `: ${first}`}`,
    ...rest,
    later.length > 0 ? `Checked again: ${later.join("; ")}` : undefined,
    uncheckedLine(again),
    compound?.line,
    ...(preview ? [previewHead(preview), ...renderRows(preview.result, PREVIEW_ROWS)] : []),
    ...renderFindings(told, notes),
  ];
  const data: Record<string, Json> = { part, facts: inspection?.facts ?? {} };
  if (own.rows !== undefined) data.rows = own.rows;
  if (compound?.rows !== undefined) data.totalRows = compound.rows;
  if (preview) data.preview = shownRows(preview.result, PREVIEW_ROWS);
  return observe(lines, data, { warnings: told, notes });
}

function rowsText({ rows }: SiteReport): string {
  return rows === undefined ? "" : `: ${rows} row${rows === 1 ? "" : "s"}`;
}

function previewHead({ result }: { readonly result: { readonly rows: readonly unknown[] } }): string {
  return result.rows.length > PREVIEW_ROWS ? `First ${PREVIEW_ROWS} rows:` : "Rows:";
}

async function previewOf(report: SiteReport, judge: ClauseJudge) {
  const { verdict, site } = report;
  if (!verdict.legal || !verdict.subject || verdict.grouping !== undefined) return undefined;
  if (site.clause === "from" || site.clause === "where") return undefined;
  return previewRows(verdict.subject.sql, PREVIEW_ROWS + 1, judge);
}

/** The rows of the whole set operation, once its last SELECT is there. */
async function compoundRows(draft: Draft, own: SiteReport, judge: ClauseJudge) {
  const { cores } = queryAt(draft, own.site.query);
  if (own.site.clause === "order_by" || cores.length < 2 || !isComplete(cores)) return undefined;
  const whole = assembleQuery(draft, own.site.query, { ordered: false }, judge.rules);
  const rows = whole && (await countRows(whole.sql, judge.services, judge.context));
  if (rows === undefined) return undefined;
  const what = own.site.query === MAIN ? "The set operation" : `CTE ${draft.with[own.site.query]?.name}`;
  return { rows, line: `${what} gives ${rows} row${rows === 1 ? "" : "s"}.` };
}

function groupingWarning({ verdict, site }: SiteReport): readonly Finding[] {
  if (!verdict.legal || verdict.grouping === undefined) return [];
  return [
    {
      code: "bare-column",
      message: `The engine takes this SELECT only with GROUP BY ${verdict.grouping || "…"}; set group_by next.`,
      part: { clause: site.clause },
      suggestions:
        verdict.grouping === ""
          ? []
          : [{ text: `group_by(${JSON.stringify(verdict.grouping)})`, reason: "makes it legal" }],
    },
  ];
}

function noLongerHolds({ site, verdict }: SiteReport, part: string): Finding {
  const failure = verdict.legal ? undefined : verdict.failure;
  const name = part === "main" ? site.clause : `${site.clause} of part ${part}`;
  return {
    code: "no-longer-holds",
    message: `${name} no longer holds: ${failure?.message ?? ""}`,
    part: { clause: site.clause, ...failure?.part },
    suggestions: failure?.suggestions ?? [],
  };
}
