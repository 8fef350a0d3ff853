/** UTF-16 units. What is longer is a description rather than a name, and would only cost time. */
export const LONGEST_NAME = 300;

/** The text under which a name is kept and looked for: the beginning of a long one, with an ellipsis that marks the cut. */
export function searchedName(text: string): string {
  if (text.length <= LONGEST_NAME) return text;
  const cut = text.slice(0, LONGEST_NAME);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
