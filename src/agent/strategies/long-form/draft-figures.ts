import type { ReportText } from "../../../trajectory/long-form-answer.ts";
import { type FigureContext, judgePieces } from "../../figures/judge-pieces.ts";
import { type Piece, readReportPieces } from "../../figures/report-pieces.ts";
import { sourcesOf } from "../../figures/sources-of.ts";
import { LONG_FORM_LIMITS } from "./long-form-limits.ts";
import { type Draft, isWithheld, type LongFormState } from "./long-form-state.ts";

const QUERY_NAME = /\bQ\d+\b/gu;

/** All texts of a report in which figures may stand. */
function textsOf({ title, summary, findings, notFound }: Draft): readonly string[] {
  return [title, summary, ...findings.flatMap(({ heading, text }) => [heading, text]), ...notFound];
}

/** The sources of a report's figures, each once. */
export function draftSources(draft: Draft, state: LongFormState): readonly string[] {
  const sources = textsOf(draft).flatMap((text) => sourcesOf(piecesOf(text, state)));
  return [...new Set(sources)].slice(0, LONG_FORM_LIMITS.sources);
}

/** What its writer has to mend, in words; below egress `all` in words that tell no value. */
export function draftProblems(draft: Draft, state: LongFormState): readonly string[] {
  const withheld = state.environments.some(({ egress }) => egress !== undefined);
  const problems = textsOf(draft).flatMap((text) =>
    withheld
      ? problemsWithheld(readReportPieces(text), state)
      : judgePieces(piecesOf(text, state), contextOf(state, false)).problems,
  );
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
  const names: readonly string[] = source.match(QUERY_NAME) ?? [];
  return state.queries.some(
    ({ name, environment }) => names.includes(name) && isWithheld(state, environment),
  );
}

/** Says which of the writer's own words are wrong, and nothing of what they come to. */
function problemsWithheld(pieces: readonly Piece[], state: LongFormState): readonly string[] {
  const failing = new Set(
    (state.derived ?? []).filter(({ problem }) => problem !== undefined).map(({ source }) => source),
  );
  return pieces.flatMap((piece): readonly string[] => {
    if (piece.type !== "figure" && piece.type !== "filled") return [];
    const { source } = piece;
    if (failing.has(source)) {
      return [
        `The source ${source} comes to nothing. Check its query, row and column, and how it is written.`,
      ];
    }
    if (piece.type === "filled" || piece.written === "" || !restsOnWithheld(source, state)) return [];
    return [`You cannot know the figure before [${source}]. Write {${source}} instead of both.`];
  });
}

function contextOf(state: LongFormState, final: boolean): FigureContext {
  const { derived = [], profiles = [], queries, task } = state;
  const { question, oracleKnowledge = "", previous, settled = [] } = task;
  const said = settled.map(({ words, meaning }) => `${words} ${meaning}`);
  // What a query was limited to ("since 2015", "the first 10") is no result that needs a source.
  const conditions = queries.flatMap(({ claim, sql }) => (claim === undefined ? [] : [sql]));
  return {
    derived,
    question: [question, oracleKnowledge, previous?.question ?? "", ...said, ...conditions].join("\n"),
    tables: new Map(queries.map(({ name, columns, rows }) => [name, { columns, rows }])),
    profiles,
    final,
  };
}
