import { z } from "zod";
import type { Observation } from "../../../environment/observation.ts";
import type { Finding, Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import type { ClauseName } from "../check/clause.ts";
import { findingsOnce } from "../check/clause-check.ts";
import { countRows } from "../count-rows.ts";
import { assembleQuery, isComplete, isValues } from "../draft/assemble.ts";
import {
  checkSites,
  DraftCheck,
  dependentsOf,
  inspectSite,
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
  type PartPlace,
  partName,
  queryAt,
  withClause,
  withCore,
} from "../draft/draft.ts";
import { needs, placeOfFrom, unknownPart } from "../draft/place-of-from.ts";
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
import { unboundFailure } from "./run-query.ts";

const PREVIEW_ROWS = 5;

interface ClauseOutcome {
  readonly draft: Draft;
  readonly own: SiteReport;
  /** The clauses that were set before and depend on it, checked again. */
  readonly again: readonly SiteReport[];
  readonly replaced: boolean;
  readonly removed: boolean;
}

/** What a model reads after setting a clause: rows, what the inspection found, a preview, what no longer holds. */
async function clauseObservation(outcome: ClauseOutcome, judge: DraftCheck): Promise<Observation> {
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

async function previewOf(report: SiteReport, judge: DraftCheck) {
  const { verdict, site } = report;
  if (!verdict.legal || !verdict.subject || verdict.grouping !== undefined) return undefined;
  if (site.clause === "from" || site.clause === "where") return undefined;
  return previewRows(verdict.subject.sql, PREVIEW_ROWS + 1, judge);
}

/** The rows of the whole set operation, once its last SELECT is there. */
async function compoundRows(draft: Draft, own: SiteReport, judge: DraftCheck) {
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

const OPERATORS = ["UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"] as const;

const output = z.object({
  part: z.string(),
  rows: z.int().optional(),
  /** Of the set operation that the part belongs to. */
  totalRows: z.int().optional(),
  facts: z.record(z.string(), z.unknown()),
  preview: ROWS.optional(),
});

const part = z.string().optional();

const from = defineTool({
  name: "from",
  description:
    'Sets FROM of the draft ("" for none), checks tables and join keys. `operator` begins a further SELECT of a set operation, `name` a CTE ("t" or "t(a, b)"); the new part\'s name comes back, for `part` of the clause tools.',
  group: "functional",
  input: z.strictObject({
    from_statement: z.string(),
    part,
    name: z.string().optional(),
    operator: z.enum(OPERATORS).optional(),
  }),
  output,
  async run(input, call): Promise<ToolOutcome> {
    const placed = placeOfFrom(call.state.draft, input, call.services.driver.dialect);
    if (placed.failure) return placed;
    const { draft, place } = placed;
    return setClause(
      { clause: "from", argument: "from_statement", text: input.from_statement, draft, place },
      call,
    );
  },
});

const where = clauseTool(
  "where",
  ["from"],
  'Sets WHERE ("" for none); checks every condition alone and joined.',
);
const select = clauseTool(
  "select",
  ["from", "where"],
  "Sets SELECT (or VALUES …; WINDOW w AS (…) may follow) and shows the first rows.",
);
const groupBy = clauseTool("group_by", ["from", "where", "select"], 'Sets GROUP BY ("" for none).');
const having = clauseTool("having", ["from", "where", "select", "group_by"], 'Sets HAVING ("" removes it).');
const orderBy = clauseTool(
  "order_by",
  ["from", "where", "select"],
  'Sets ORDER BY and LIMIT ("" removes both) of the whole draft; with `part`, of that CTE.',
);

export const clauseTools: readonly DatabaseTool[] = [from, where, select, groupBy, having, orderBy];

function clauseTool(
  clause: Exclude<ClauseName, "from">,
  prerequisites: readonly CoreClause[],
  description: string,
): DatabaseTool {
  const argument = `${clause}_statement` as const;
  return defineTool({
    name: clause,
    description,
    group: "functional",
    prerequisites,
    input: z.strictObject({ [argument]: z.string(), part }),
    output,
    async run(input, call): Promise<ToolOutcome> {
      const text = String(input[argument] ?? "");
      const { draft } = call.state;
      const place = findPart(
        draft,
        input.part as string | undefined,
        call.services.driver.dialect.sameIdentifier,
      );
      if (!place) return { failure: unknownPart(draft, String(input.part)) };
      const failure =
        clause === "order_by" ? lacksSelect(call, place) : lacks(clause, prerequisites, call, place);
      return failure ? { failure } : setClause({ clause, argument, text, draft, place }, call);
    },
  });
}

function lacks(
  clause: ClauseName,
  prerequisites: readonly CoreClause[],
  { state: { draft } }: ToolCall,
  place: PartPlace,
): ToolFailure | undefined {
  const core = queryAt(draft, place.query).cores[place.core] ?? {};
  const missing = prerequisites.find((each) => core[each] === undefined);
  const part = partName(draft, place);
  if (missing !== undefined) {
    return needs(clause, part, missing);
  }
  if ((clause === "group_by" || clause === "having") && isValues(core.select))
    return needs(clause, part, "select");
  return undefined;
}

/** Ordering stands behind all SELECTs of a query, so each must be there. */
function lacksSelect({ state: { draft } }: ToolCall, { query }: PartPlace): ToolFailure | undefined {
  const { cores } = queryAt(draft, query);
  if (isComplete(cores)) return undefined;
  const core = Math.max(
    0,
    cores.findIndex((each) => each.select === undefined),
  );
  const clauses = cores[core] ?? {};
  const missing =
    (["from", "where", "select"] as const).find((each) => clauses[each] === undefined) ?? "select";
  return needs("order_by", partName(draft, { query, core }), missing);
}

interface ClauseRequest {
  readonly clause: ClauseName;
  readonly argument: string;
  readonly text: string;
  /** Holds the core that the clause is set in. */
  readonly draft: Draft;
  readonly place: PartPlace;
}

/** Sets one clause of the draft: reads it, has the engine judge it, inspects it, and checks again what depends on it. */
async function setClause(request: ClauseRequest, call: ToolCall): Promise<ToolOutcome> {
  const { clause, argument, text, place } = request;
  const { lexical } = call.services.driver.dialect;
  const part = partName(request.draft, place);
  const read = readClauseText(clause, text, lexical);
  if (read.type === "several") return { failure: severalClauses(clause, argument, text, read.pieces, part) };
  if (read.type !== "clause") return { failure: unreadable(read.type, clause, argument) };
  const unbound = unboundFailure(text, lexical);
  if (unbound) return { failure: { ...unbound, part: { ...unbound.part, clause, argument } } };
  const site: ClauseSite = { ...place, core: clause === "order_by" ? 0 : place.core, clause };
  const before = clauseAt(request.draft, site);
  const remove = read.text === "" && (clause === "having" || clause === "order_by");
  if (read.text === "" && clause === "select") {
    return { failure: emptySelect(argument) };
  }
  let draft = withClause(request.draft, site, remove ? undefined : read.text);
  if (read.window !== undefined) {
    const core = queryAt(draft, site.query).cores[site.core] ?? {};
    draft = withCore(draft, site, { ...core, window: read.window });
  }
  const judge = new DraftCheck(call.services, call.checker, call.context);
  const dependents = dependentsOf(draft, site);
  const verdict = await judge.judge(draft, site);
  if (!verdict.legal) {
    return {
      failure: ofArgument(incompleteCte(draft, verdict.failure, clause, judge), argument, text, read),
    };
  }
  const own = await inspectSite(site, verdict, judge);
  const sameCore = (each: ClauseSite) => each.query === site.query && each.core === site.core;
  const again = await checkSites(draft, dependents, judge, sameCore);
  const observation = await clauseObservation(
    { draft, own, again, replaced: before !== undefined, removed: remove },
    judge,
  );
  return { observation, state: { ...call.state, draft } };
}

function ofArgument(
  failure: ToolFailure,
  argument: string,
  text: string,
  read: { readonly text: string; readonly start: number },
): ToolFailure {
  const { part } = failure;
  const inClause = part?.start !== undefined && part.end !== undefined;
  const shift = text.startsWith(read.text, read.start) ? read.start : 0;
  return {
    ...failure,
    part: {
      ...part,
      argument,
      ...(inClause ? { start: (part.start ?? 0) + shift, end: (part.end ?? 0) + shift } : {}),
    },
  };
}

/** A table that is not there may be a CTE that has no SELECT yet. */
function incompleteCte(
  draft: Draft,
  failure: ToolFailure,
  clause: ClauseName,
  judge: DraftCheck,
): ToolFailure {
  const named = failure.part?.text;
  if (failure.code !== "unknown-table" || named === undefined) return failure;
  const query = findCte(draft, named, judge.rules.sameIdentifier);
  if (query === undefined) return failure;
  const { cores } = queryAt(draft, query);
  if (isComplete(cores)) return failure;
  const core = Math.max(
    0,
    cores.findIndex((each) => each.select === undefined),
  );
  return needs(clause, partName(draft, { query, core }), "select");
}

function unreadable(type: "unclosed" | "statements", clause: ClauseName, argument: string): ToolFailure {
  return type === "unclosed"
    ? {
        code: "syntax-error",
        message: "A quote, a comment or a bracket is not closed.",
        part: { clause, argument },
        suggestions: [],
      }
    : {
        code: "multiple-statements",
        message: "Give one clause, without a semicolon inside.",
        part: { clause, argument },
        suggestions: [],
      };
}

function emptySelect(argument: string): ToolFailure {
  return {
    code: "syntax-error",
    message: "select needs at least one expression.",
    part: { clause: "select", argument },
    suggestions: [{ text: "*", reason: "all columns" }],
  };
}

/** The failure for a text that holds clauses of other tools: which tool takes which part, as ready calls. */
function severalClauses(
  clause: ClauseName,
  argument: string,
  text: string,
  pieces: readonly ClausePiece[],
  part: string | undefined,
): ToolFailure {
  const names = [...new Set(pieces.map((piece) => piece.clause.replace("_", " ").toUpperCase()))];
  const whole =
    pieces.some((piece) => piece.clause === "with" || piece.clause === "set-operator") ||
    (pieces[0]?.clause === "select" && clause !== "select");
  const calls = pieces.flatMap((piece) => callFor(piece, part));
  const first: readonly Suggestion[] = whole
    ? [{ text: `check_query(${quoted(text)})`, reason: "takes a whole query" }]
    : [];
  return {
    code: "invalid-arguments",
    message:
      names.length === 1
        ? `This is a ${names[0]} clause; ${clause} does not take it.`
        : `${clause} takes one clause, and this text holds ${names.join(", ")}.`,
    part: { clause, argument, text },
    suggestions: [...first, ...calls],
  };
}

function callFor(piece: ClausePiece, part: string | undefined): readonly Suggestion[] {
  if (piece.clause === "with" || piece.clause === "set-operator" || piece.clause === "window") return [];
  const place = part === undefined || part === "main" ? "" : `, part=${quoted(part)}`;
  return [{ text: `${piece.clause}(${quoted(piece.text)}${place})`, reason: "its own call" }];
}

function quoted(text: string): string {
  return JSON.stringify(text.replace(/\s+/gu, " ").trim());
}
