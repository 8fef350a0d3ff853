/** The words of a folded text: runs of letters and digits, with an apostrophe inside them dropped (`o'brien` gives `obrien`). */
export function wordsOf(folded: string): readonly string[] {
  const text = folded.includes("'") ? folded.replaceAll("'", "") : folded;
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
