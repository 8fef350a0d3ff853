/** A part of a text as its writer wrote it. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  /** A number, or "" where the bracket stands after words alone (a name), and its source. */
  | { readonly type: "figure"; readonly written: string; readonly source: string }
  /** Braces, for which the value is put in. */
  | { readonly type: "filled"; readonly source: string }
  | { readonly type: "citation"; readonly queries: readonly string[] }
  /** Has no source. */
  | { readonly type: "number"; readonly written: string };

/** Parts a writer's text at its numbers, brackets and braces. */
export function readReportPieces(text: string): readonly Piece[] {
  return [{ type: "text", text }];
}
