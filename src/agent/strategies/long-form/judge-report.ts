import type {
  ColumnProfile,
  LongFormAnswer,
  ReportChart,
  ReportQuery,
  ReportText,
} from "../../../trajectory/long-form-answer.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { type FigureContext, judgePieces } from "../../figures/judge-pieces.ts";
import { type Piece, readReportPieces, sourcesOf } from "../../figures/report-pieces.ts";
import { asData } from "../../prompts/data-marks.ts";
import { command, finish } from "../role-turns.ts";
import {
  conditionsOf,
  type Draft,
  type DraftChart,
  isWithheld,
  LONG_FORM_LIMITS,
  type LongFormState,
  type Query,
  stepsLeft,
} from "./long-form-state.ts";
import { ask, type LongFormStep, roleRequest, settled } from "./long-form-step.ts";
import { plainText, reportText, writtenReport } from "./report-text.ts";

type Computed = Extract<RunEvent, { type: "results-computed" }>;

/** Has the sources of a report computed. */
export function onDraft({ derived: _, ...state }: LongFormState, draft: Draft): LongFormStep {
  const drafted = { ...state, draft };
  const sources = draftSources(draft, state);
  if (sources.length === 0) return judged({ ...drafted, derived: [] }, draft);
  const tables = state.queries.flatMap(({ name, claim }) => (claim === undefined ? [] : [{ name, claim }]));
  return command(drafted, [{ type: "compute", role: "synthesiser", tables, profiles: [], sources }]);
}

/** What the results hold at large goes to the synthesiser; what the sources of its report come to is held against the report. */
export function onComputed(state: LongFormState, event: Computed): LongFormStep {
  if (!state.waiting.includes(event.command)) return { state, commands: [] };
  const after = settled(state, event.command);
  if (after.draft === undefined) return ask({ ...after, profiles: event.profiles }, "synthesiser");
  return judged({ ...after, derived: event.derived }, after.draft);
}

function judged(state: LongFormState, draft: Draft): LongFormStep {
  const mayRewrite =
    state.switches.checking && state.rewrites < LONG_FORM_LIMITS.rewrites && stepsLeft(state) > 0;
  const wrong = mayRewrite ? draftProblems(draft, state) : [];
  if (wrong.length === 0) return endReport(state, draft);
  const charts = draft.charts.flatMap((chart) => chartFault(chart, state) ?? []);
  const problems = [...wrong, ...charts].slice(0, LONG_FORM_LIMITS.problems);
  const told: LongFormState = {
    ...state,
    turn: "synthesiser",
    rewrites: state.rewrites + 1,
    problems: [
      `Your report so far:\n${asData(JSON.stringify(formOf(draft)))}`,
      `It cannot stay as it is:\n${problems.map((problem) => `- ${problem}`).join("\n")}`,
      "Write all of it again with these mended. Keep what was right.",
    ],
  };
  return command(told, [{ type: "model", role: "synthesiser", request: roleRequest(told) }]);
}

/** As its writer wrote it. */
function formOf({ notFound, ...draft }: Draft): object {
  return { ...draft, not_found: notFound };
}

/** Ends the run with the report as it is: figures that do not hold are corrected or marked. */
export function endReport(state: LongFormState, draft: Draft): LongFormStep {
  const report = reportOf(draft, state);
  const evidence = state.queries.flatMap((query) => query.evidence ?? []);
  return finish(state, {
    type: "answered",
    answer: { text: reportText(report) },
    evidence,
    // The writer has read what was taken for granted before, and says all of it in the end.
    assumptions: draft.assumptions.length === 0 ? state.assumptions : draft.assumptions,
    report,
  });
}

/** The report as it stays, with the queries that it rests on. Charts that cannot be drawn are left out, which is said. */
function reportOf(draft: Draft, state: LongFormState): LongFormAnswer {
  const text = (written: string) => judgedText(written, state);
  const faults = draft.charts.flatMap((chart) => chartFault(chart, state) ?? []);
  const { notFound, ...report } = writtenReport(draft, state.task, text);
  return {
    ...report,
    notFound: [...notFound, ...[...faults, ...state.remarks].map((remark) => [remark])],
    charts: draft.charts.flatMap((chart): readonly ReportChart[] => {
      const form = chartForm(chart);
      if (form === undefined || chartFault(chart, state) !== undefined) return [];
      return [{ ...chart, form, title: plainText(text(chart.title), false) }];
    }),
    queries: state.queries.map(reportQuery),
    plan: state.plan,
  };
}

function reportQuery(query: Query): ReportQuery {
  const { name, purpose, environment, sql, evidence, columns, rows, total, claim } = query;
  const remark = [
    ...(query.failure === undefined ? query.cautions.map((caution) => `A check warned: ${caution}`) : []),
    ...(query.failure === undefined || claim === undefined ? [] : ["An attempt to mend it failed."]),
    ...(query.failure === undefined ? [] : [query.failure]),
  ].join("\n");
  return {
    ...{ name, purpose, environment },
    sql: evidence?.sql ?? sql,
    outcome: claim === undefined ? "failed" : total === 0 ? "empty" : "rows",
    ...(evidence === undefined ? {} : { evidence }),
    ...{ columns, rows, total },
    ...(remark === "" ? {} : { remark }),
  };
}

const FORMS = ["bar", "line", "points"] as const;
type Form = (typeof FORMS)[number];

const MOST_SERIES = 4;
const MOST: Readonly<Record<Form, number>> = { bar: 30, line: 1000, points: 1000 };
/** "2023-05", "2023-W07", "2023 Q1", "1950s", "1950 to 1959": in order where they are sorted as texts. */
const PERIOD = /^\d{4}(?:\D{0,2}\d{1,2}){0,2}$|^\d{4}(?:s| ?(?:-|–|to) ?\d{2,4})$/u;

function chartForm({ form }: DraftChart): Form | undefined {
  return FORMS.find((known) => known === form);
}

/** Why a chart cannot be drawn, in a sentence for its writer and its reader. */
function chartFault(chart: DraftChart, state: LongFormState): string | undefined {
  const fault = faultOf(chart, state);
  return fault === undefined ? undefined : `The chart "${chart.title}" cannot be drawn: ${fault}`;
}

function faultOf(chart: DraftChart, state: LongFormState): string | undefined {
  const form = chartForm(chart);
  if (form === undefined) return `its form is none of ${FORMS.join(", ")}.`;
  const query = state.queries.find(({ name }) => name === chart.query);
  if (query?.claim === undefined) return `there is no result ${chart.query}.`;
  const { total, rows, columns } = query;
  const lacking = [chart.x, ...chart.y].find((name) => !columns.includes(name));
  if (lacking !== undefined) return `${chart.query} has no column "${lacking}".`;
  if (chart.y.length === 0) return "no column of numbers is named.";
  if (chart.y.length > MOST_SERIES) return `it has ${chart.y.length} series, and ${MOST_SERIES} is the most.`;
  if (total === 0) return `${chart.query} has no rows.`;
  if (total > MOST[form]) return `${chart.query} has ${total} rows, and ${MOST[form]} is the most.`;
  if (total > rows.length) return `${chart.query} has ${total} rows, and the report keeps ${rows.length}.`;
  const profiles = state.profiles?.find(({ name }) => name === chart.query)?.columns ?? [];
  const wordy = chart.y.find((name) => kindOf(name, profiles) !== "number");
  if (wordy !== undefined) return `the column "${wordy}" is not one of numbers.`;
  // What its values are like is not for a writer who may not see them.
  if (isWithheld(state, query.environment)) return undefined;
  if (form === "line" && !isOrdered(chart.x, query, profiles)) {
    return `"${chart.x}" has no order that a line could follow. Use bar, or sort the query by it.`;
  }
  if (form === "points" && kindOf(chart.x, profiles) !== "number") {
    return `"${chart.x}" is not one of numbers. Use bar.`;
  }
  return undefined;
}

function kindOf(column: string, profiles: readonly ColumnProfile[]): ColumnProfile["kind"] | undefined {
  return profiles.find(({ name }) => name === column)?.kind;
}

function isOrdered(column: string, { columns, rows }: Query, profiles: readonly ColumnProfile[]): boolean {
  const kind = kindOf(column, profiles);
  if (kind === "number" || kind === "date") return true;
  const at = columns.indexOf(column);
  const values = rows.map((row) => row[at]);
  return values.every(
    (value, place) =>
      typeof value === "string" && PERIOD.test(value) && (place === 0 || String(values[place - 1]) <= value),
  );
}

/** Sources are read in either case, so these are, too. */
const QUERY_NAME = /\bq\d+\b/giu;

/** All texts of a report in which figures may stand. */
function textsOf({ title, summary, findings, notFound }: Draft): readonly string[] {
  return [title, summary, ...findings.flatMap(({ heading, text }) => [heading, text]), ...notFound];
}

/** The sources of a report's figures, each once. */
function draftSources(draft: Draft, state: LongFormState): readonly string[] {
  const sources = textsOf(draft).flatMap((text) => sourcesOf(piecesOf(text, state)));
  return [...new Set(sources)].slice(0, LONG_FORM_LIMITS.sources);
}

/** What its writer has to mend, in words; of an environment that withholds values, in words that tell none. */
function draftProblems(draft: Draft, state: LongFormState): readonly string[] {
  const context = contextTold(state);
  const problems = textsOf(draft).flatMap((text) => [
    ...writtenUnseen(text, state),
    ...judgePieces(piecesOf(text, state), context).problems,
  ]);
  return [...new Set(problems)];
}

/** A text as it stays: corrected or marked where its figures do not hold. */
function judgedText(text: string, state: LongFormState): ReportText {
  return judgePieces(piecesOf(text, state), contextOf(state, true)).text;
}

/** Of what its writer cannot see, no figure is the writer's own: the source alone counts. */
function piecesOf(text: string, state: LongFormState): readonly Piece[] {
  return readReportPieces(text).map((piece) =>
    piece.type === "figure" && restsOnWithheld(piece.source, state)
      ? { type: "filled", source: piece.source }
      : piece,
  );
}

function restsOnWithheld(source: string, state: LongFormState): boolean {
  const names = (source.match(QUERY_NAME) ?? []).map((name) => name.toUpperCase());
  return state.queries.some(
    ({ name, environment }) => names.includes(name) && isWithheld(state, environment),
  );
}

function writtenUnseen(text: string, state: LongFormState): readonly string[] {
  return readReportPieces(text).flatMap((piece) =>
    piece.type === "figure" && piece.written !== "" && restsOnWithheld(piece.source, state)
      ? [`You cannot know the figure before [${piece.source}]. Write {${piece.source}} instead of both.`]
      : [],
  );
}

const NOTHING = "It comes to nothing. Check its query, row and column, and how it is written.";

/** By which a writer's text is judged for its writer: of values that are withheld, only that there are any. */
function contextTold(state: LongFormState): FigureContext {
  const context = contextOf(state, false);
  const open = state.queries.filter(({ environment }) => !isWithheld(state, environment));
  if (open.length === state.queries.length) return context;
  const names = open.map(({ name }) => name);
  return {
    ...context,
    derived: context.derived.map((derived) => {
      const { source, problem } = derived;
      if (!restsOnWithheld(source, state)) return derived;
      return problem === undefined ? { source, value: 0 } : { source, problem: NOTHING };
    }),
    tables: new Map(
      [...context.tables].map(([name, table]) => [
        name,
        names.includes(name) ? table : { columns: [], rows: [] },
      ]),
    ),
    profiles: (context.profiles ?? []).filter(({ name }) => names.includes(name)),
  };
}

function contextOf(state: LongFormState, final: boolean): FigureContext {
  const { derived = [], profiles = [], task } = state;
  const { question, oracleKnowledge = "", previous, settled = [] } = task;
  const accepted = state.queries.filter(({ claim }) => claim !== undefined);
  const said = settled.map(({ words, meaning }) => `${words} ${meaning}`);
  // What a query was limited to ("since 2015", "the first 10") is no result that needs a source.
  const conditions = accepted.map(({ sql }) => conditionsOf(sql));
  return {
    derived,
    question: [question, oracleKnowledge, previous?.question ?? "", ...said, ...conditions].join("\n"),
    tables: new Map(accepted.map(({ name, columns, rows }) => [name, { columns, rows }])),
    profiles,
    final,
  };
}
