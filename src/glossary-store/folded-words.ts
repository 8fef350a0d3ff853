/** Words as they are compared: case, spacing and quotes do not count. */
export function foldedWords(words: string): string {
  return words
    .normalize("NFC")
    .toLowerCase()
    .replace(/["'“”‘’`]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
