/** Words without case, punctuation and spacing, for comparing what people and policies wrote. */
export function foldedWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
