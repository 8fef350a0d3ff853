/** Words without case, punctuation and spacing, for comparing what people and policies wrote. */
export function foldedWords(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
