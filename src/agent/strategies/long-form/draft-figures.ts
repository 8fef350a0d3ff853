import type { ReportText } from "../../../trajectory/long-form-answer.ts";
import { type FigureContext, judgePieces } from "../../figures/judge-pieces.ts";
import { type Piece, readReportPieces, sourcesOf } from "../../figures/report-pieces.ts";
import { conditionsOf } from "./conditions-of.ts";
import { LONG_FORM_LIMITS } from "./long-form-limits.ts";
import { type Draft, isWithheld, type LongFormState } from "./long-form-state.ts";

/** Sources are read in either case, so these are, too. */
const QUERY_NAME = /\bq\d+\b/giu;

/** All texts of a report in which figures may stand. */
function textsOf({ title, summary, findings, notFound }: Draft): readonly string[] {
  return [title, summary, ...findings.flatMap(({ heading, text }) => [heading, text]), ...notFound];
}

/** The sources of a report's figures, each once. */
export function draftSources(draft: Draft, state: LongFormState): readonly string[] {
  const sources = textsOf(draft).flatMap((text) => sourcesOf(piecesOf(text, state)));
  return [...new Set(sources)].slice(0, LONG_FORM_LIMITS.sources);
}

/** What its writer has to mend, in words; of an environment that withholds values, in words that tell none. */
export function draftProblems(draft: Draft, state: LongFormState): readonly string[] {
  const context = contextTold(state);
  const problems = textsOf(draft).flatMap((text) => [
    ...writtenUnseen(text, state),
    ...judgePieces(piecesOf(text, state), context).problems,
  ]);
  return [...new Set(problems)];
}

/** A text as it stays: corrected or marked where its figures do not hold. */
export function judgedText(text: string, state: LongFormState): ReportText {
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
