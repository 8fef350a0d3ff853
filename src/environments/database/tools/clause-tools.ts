import { z } from "zod";
import { joined, ownText, redactedJson, say } from "../../../environment/egress/marks.ts";
import type { MarkedObservation } from "../../../environment/observation.ts";
import {
  type MarkedFailure,
  type MarkedFinding,
  type MarkedSuggestion,
  toolFailure,
} from "../../../environment/tool-failure.ts";
import { given } from "../../../util/given.ts";
import type { ClauseName } from "../check/clause.ts";
import { findingsOnce } from "../check/clause-check.ts";
import { rowCount } from "../check/clause-sql.ts";
import { countRows } from "../count-rows.ts";
import { assembleQuery, isValues } from "../draft/assemble.ts";
import {
  checkSites,
  DraftCheck,
  dependentsOf,
  inspectSite,
  notHolding,
  type SiteReport,
  uncheckedLine,
} from "../draft/check-draft.ts";
import {
  type ClauseSite,
  type CoreClause,
  clauseAt,
  type Draft,
  findCte,
  findPart,
  MAIN,
  MAIN_PART,
  type PartPlace,
  partName,
  queryAt,
  siteName,
  withClause,
} from "../draft/draft.ts";
import {
  type FromPlace,
  needs,
  openClause,
  type Placed,
  placeOfFrom,
  unknownPart,
} from "../draft/place-of-from.ts";
import { type ClausePiece, readClauseText } from "../draft/read-clause-text.ts";
import { ROWS, renderRows, shownRows } from "./cell.ts";
import {
  type DatabaseTool,
  defineTool,
  observe,
  renderFindings,
  type ToolCall,
  type ToolOutcome,
} from "./database-tool.ts";
import { previewRows } from "./preview-rows.ts";
import { shiftedPart, unboundFailure } from "./run-query.ts";

const PREVIEW_ROWS = 5;

interface ClauseOutcome {
  readonly draft: Draft;
  readonly own: SiteReport;
  /** Renewed checks of the clauses that were set before and depend on this clause. */
  readonly again: readonly SiteReport[];
  readonly done: "set" | "replaced" | "removed";
}

/** The observation after setting a clause: row count, findings, a preview, and clauses that no longer hold. */
async function clauseObservation(
  { draft, own, again, done }: ClauseOutcome,
  judge: DraftCheck,
): Promise<MarkedObservation> {
  const { site, inspection } = own;
  const inspected = again.filter((report) => report.inspection);
  const warnings = [
    ...groupingWarning(own),
    ...[own, ...inspected].flatMap((report) => report.inspection?.warnings ?? []),
  ];
  const notes = [...(inspection?.notes ?? []), ...notHolding(draft, again, "no longer holds")];
  const final = inspected.at(-1) ?? own;
  const isBroken = again.some(({ verdict }) => !verdict.legal);
  const previewed = isBroken ? undefined : await previewOf(final, judge);
  if (previewed?.failed) warnings.push({ ...previewed.failed, part: { clause: final.site.clause } });
  const { result } = previewed ?? {};
  const told = findingsOnce(warnings);
  const compound = await compoundRows(draft, own, judge);
  const [first = own.rows === undefined ? undefined : rowCount(own.rows), ...rest] = inspection?.lines ?? [];
  const later = inspected.map(
    ({ site: { clause }, rows }) => say`${clause}${rows === undefined ? "" : say`: ${rowCount(rows)}`}`,
  );
  const head = result && result.rows.length > PREVIEW_ROWS ? say`First ${PREVIEW_ROWS} rows:` : say`Rows:`;
  const lines = [
    say`${siteName(draft, site)} ${done}${first === undefined ? "" : say`: ${first}`}`,
    ...rest,
    later.length > 0 ? say`Checked again: ${joined(later, "; ")}` : undefined,
    uncheckedLine(again),
    compound?.line,
    ...(result ? [head, ...renderRows(result, PREVIEW_ROWS)] : []),
    ...renderFindings(told, notes),
  ];
  const data = given({
    part: ownText(partName(draft, site)),
    facts: redactedJson(inspection?.facts ?? {}),
    rows: own.rows,
    totalRows: compound?.rows,
    preview: result && shownRows(result, PREVIEW_ROWS),
  });
  return observe(lines, data, { warnings: told, notes });
}

async function previewOf({ verdict, site }: SiteReport, judge: DraftCheck) {
  if (!verdict.legal || !verdict.subject || verdict.grouping !== undefined) return undefined;
  if (site.clause === "from" || site.clause === "where") return undefined;
  return previewRows(verdict.subject.sql, PREVIEW_ROWS + 1, judge);
}

/** The row count of the whole set operation, once its last SELECT is set. */
async function compoundRows(draft: Draft, { site }: SiteReport, judge: DraftCheck) {
  const { cores } = queryAt(draft, site.query);
  if (site.clause === "order_by" || cores.length < 2) return undefined;
  const whole = assembleQuery(draft, site.query, { ordered: false }, judge.rules);
  const rows = whole && (await countRows(whole.sql, judge.services, judge.context));
  if (rows === undefined) return undefined;
  const what =
    site.query === MAIN ? "The set operation" : say`CTE ${ownText(String(draft.with[site.query]?.name))}`;
  return { rows, line: say`${what} gives ${rowCount(rows)}.` };
}

function groupingWarning({ verdict, site: { clause } }: SiteReport): readonly MarkedFinding[] {
  const grouping = verdict.legal ? verdict.grouping : undefined;
  if (grouping === undefined) return [];
  const call = { text: ownText(`group_by(${JSON.stringify(grouping)})`), reason: say`makes it legal` };
  const message = say`The engine takes this SELECT only with GROUP BY ${ownText(grouping || "…")}; set group_by next.`;
  return [{ code: "bare-column", message, part: { clause }, suggestions: grouping === "" ? [] : [call] }];
}

const OPERATORS = ["UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"] as const;

const output = z.object({
  part: z.string(),
  rows: z.int().optional(),
  /** Row count of the set operation that the part belongs to. */
  totalRows: z.int().optional(),
  facts: z.record(z.string(), z.unknown()),
  preview: ROWS.optional(),
});

const part = z.string().optional();

/** The clause tools: the clauses that each requires, and its description for the model. */
const CLAUSES: readonly (readonly [ClauseName, needed: readonly CoreClause[], description: string])[] = [
  [
    "from",
    [],
    'Sets FROM of the draft ("" for none), checks tables and join keys. `operator` begins a further SELECT of a set operation, `name` a CTE ("t" or "t(a, b)"); the new part\'s name comes back, for `part` of the clause tools.',
  ],
  ["where", ["from"], 'Sets WHERE ("" for none); checks every condition alone and joined.'],
  ["select", ["from", "where"], "Sets SELECT (or VALUES …) and shows the first rows."],
  ["group_by", ["from", "where", "select"], 'Sets GROUP BY ("" for none).'],
  ["having", ["from", "where", "select", "group_by"], 'Sets HAVING ("" removes it).'],
  [
    "order_by",
    ["from", "where", "select"],
    'Sets ORDER BY and LIMIT ("" removes both) of the whole draft; with `part`, of that CTE.',
  ],
];

export const clauseTools: readonly DatabaseTool[] = CLAUSES.map(([clause, prerequisites, description]) => {
  const argument = `${clause}_statement` as const;
  const forFrom = { name: z.string().optional(), operator: z.enum(OPERATORS).optional() };
  return defineTool({
    name: clause,
    description,
    group: "functional",
    onDemand: true,
    prerequisites,
    input: z.strictObject({ [argument]: z.string(), part, ...(clause === "from" ? forFrom : {}) }),
    output,
    async run(given, call): Promise<ToolOutcome> {
      const input = given as FromPlace & Readonly<Record<string, unknown>>;
      const { dialect } = call.services.driver;
      const placed =
        clause === "from"
          ? placeOfFrom(call.state.draft, input, dialect)
          : placeOfClause(clause, prerequisites, call, input.part);
      if (placed.failure) return placed;
      return setClause({ clause, argument, text: String(input[argument] ?? ""), ...placed }, call);
    },
  });
});

function placeOfClause(
  clause: ClauseName,
  prerequisites: readonly CoreClause[],
  { state: { draft }, services }: ToolCall,
  named: string | undefined,
): Placed {
  const place = findPart(draft, named, services.driver.dialect.sameIdentifier);
  if (!place) return { failure: unknownPart(draft, String(named)) };
  // ORDER BY applies to all SELECTs of a query, so all must be set.
  const open = clause === "order_by" ? openClause(draft, place.query) : undefined;
  if (open) return { failure: needs(clause, open.part, open.missing) };
  const core = queryAt(draft, place.query).cores[place.core] ?? {};
  const isGrouping = clause === "group_by" || clause === "having";
  const missing =
    (clause === "order_by" ? undefined : prerequisites.find((each) => core[each] === undefined)) ??
    (isGrouping && isValues(core.select) ? "select" : undefined);
  return missing ? { failure: needs(clause, partName(draft, place), missing) } : { draft, place };
}

interface ClauseRequest {
  readonly clause: ClauseName;
  readonly argument: string;
  readonly text: string;
  /** Holds the core that the clause is set in. */
  readonly draft: Draft;
  readonly place: PartPlace;
}

/** Sets one clause of the draft: parses it, compiles it on the engine, checks it, and checks the clauses that depend on it again. */
async function setClause(request: ClauseRequest, call: ToolCall): Promise<ToolOutcome> {
  const { clause, argument, text, place } = request;
  const { lexical } = call.services.driver.dialect;
  const at = { clause, argument };
  const read = readClauseText(clause, text, lexical);
  if (read.type === "several")
    return { failure: severalClauses(request, read.pieces, partName(request.draft, place)) };
  if (read.type !== "clause") {
    const [code, message] = UNREADABLE[read.type];
    return { failure: toolFailure(code, message, at) };
  }
  const unbound = unboundFailure(text, lexical);
  if (unbound) return { failure: { ...unbound, part: { ...unbound.part, ...at } } };
  if (read.text === "" && clause === "select") {
    const all = { text: say`*`, reason: say`all columns` };
    return { failure: toolFailure("syntax-error", say`select needs at least one expression.`, at, [all]) };
  }
  const site: ClauseSite = { ...place, core: clause === "order_by" ? 0 : place.core, clause };
  const isRemoved = read.text === "" && (clause === "having" || clause === "order_by");
  const isReplaced = clauseAt(request.draft, site) !== undefined;
  const draft = withClause(request.draft, site, isRemoved ? undefined : read.text);
  const judge = new DraftCheck(call);
  const verdict = await judge.judge(draft, site);
  if (!verdict.legal) {
    const failure = openCte(draft, verdict.failure, clause, judge) ?? verdict.failure;
    const shift = text.startsWith(read.text, read.start) ? read.start : 0;
    return { failure: { ...failure, part: { ...shiftedPart(failure.part, shift), argument } } };
  }
  const own = await inspectSite(site, verdict, judge);
  const isOfCore = (each: ClauseSite) => each.query === site.query && each.core === site.core;
  const again = await checkSites(draft, dependentsOf(draft, site), judge, isOfCore);
  const done = isRemoved ? "removed" : isReplaced ? "replaced" : "set";
  const observation = await clauseObservation({ draft, own, again, done }, judge);
  return { observation, state: { ...call.state, draft } };
}

/** An unknown table may be a CTE of the draft that has no SELECT yet. */
function openCte(
  draft: Draft,
  { code, part: at }: MarkedFailure,
  clause: ClauseName,
  { rules }: DraftCheck,
): MarkedFailure | undefined {
  const isTable = code === "unknown-table" && at?.text !== undefined;
  const query = isTable ? findCte(draft, at.text ?? "", rules.sameIdentifier) : undefined;
  const open = query === undefined ? undefined : openClause(draft, query);
  return open && needs(clause, open.part, open.missing);
}

const UNREADABLE = {
  unclosed: ["syntax-error", say`A quote, a comment or a bracket is not closed.`],
  statements: ["multiple-statements", say`Give one clause, without a semicolon inside.`],
} as const;

/** The failure for a text that contains clauses of other tools. Suggests a ready call for each part. */
function severalClauses(
  { clause, argument, text }: ClauseRequest,
  pieces: readonly ClausePiece[],
  named: string,
): MarkedFailure {
  const names = [...new Set(pieces.map((piece) => ownText(piece.clause.replace("_", " ").toUpperCase())))];
  const isWhole =
    pieces.some((piece) => piece.clause === "with" || piece.clause === "set-operator") ||
    (pieces[0]?.clause === "select" && clause !== "select");
  if (pieces.some((piece) => piece.clause === "window")) {
    const message = say`WINDOW has no tool: write what it names inside OVER (…).`;
    return toolFailure("invalid-arguments", message, { clause, argument, text });
  }
  const inPart = named === MAIN_PART ? "" : `, part=${quoted(named)}`;
  const calls = pieces.flatMap((piece): readonly MarkedSuggestion[] =>
    piece.clause === "with" || piece.clause === "set-operator"
      ? []
      : [{ text: ownText(`${piece.clause}(${quoted(piece.text)}${inPart})`), reason: say`its own call` }],
  );
  const whole = { text: ownText(`check_query(${quoted(text)})`), reason: say`takes a whole query` };
  const message =
    names.length === 1
      ? say`This is a ${names[0] ?? ""} clause; ${clause} does not take it.`
      : say`${clause} takes one clause, and this text holds ${names}.`;
  const suggestions = isWhole ? [whole, ...calls] : calls;
  return toolFailure("invalid-arguments", message, { clause, argument, text }, suggestions);
}

function quoted(text: string): string {
  return JSON.stringify(text.replace(/\s+/gu, " ").trim());
}
