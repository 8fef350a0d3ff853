import type { Piece } from "./report-pieces.ts";

/** The sources of the pieces, each once, in order. */
export function sourcesOf(pieces: readonly Piece[]): readonly string[] {
  return [...new Set(pieces.flatMap((piece) => ("source" in piece ? [piece.source] : [])))];
}
