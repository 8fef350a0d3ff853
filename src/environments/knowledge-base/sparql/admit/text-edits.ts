export interface TextEdit {
  /** UTF-16 offsets into the text before all edits. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with edits that do not overlap, and where a place of the new text was in the old one. */
export function edited(
  text: string,
  edits: readonly TextEdit[],
): { readonly text: string; readonly originalOffset: (offset: number) => number } {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let from = 0;
  const pieces: { readonly at: number; readonly original: number; readonly kept: boolean }[] = [];
  for (const edit of sorted) {
    pieces.push({ at: result.length, original: from, kept: true });
    result += text.slice(from, edit.start);
    pieces.push({ at: result.length, original: edit.start, kept: false });
    result += edit.text;
    from = edit.end;
  }
  pieces.push({ at: result.length, original: from, kept: true });
  result += text.slice(from);
  return {
    text: result,
    originalOffset(offset) {
      const piece = pieces.findLast(({ at }) => at <= offset) ?? { at: 0, original: 0, kept: true };
      return Math.min(text.length, piece.original + (piece.kept ? offset - piece.at : 0));
    },
  };
}
