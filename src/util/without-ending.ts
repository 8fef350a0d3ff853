/**
 * The text without those of the `characters` that it ends with. A regular expression for an ending (`[.,]+$`) begins again at each of them that
 * stands in the middle, and takes quadratic time.
 */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
