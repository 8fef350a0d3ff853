const SEGMENTER = new Intl.Segmenter("en", { granularity: "word" });

/** Words as Unicode bounds them (UAX 29): "1,234.5" is one, marks of Markdown are none, and a text without spaces has some, too. */
export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of SEGMENTER.segment(text)) if (isWordLike === true) count++;
  return count;
}
