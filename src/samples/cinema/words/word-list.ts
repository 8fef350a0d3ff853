/** The entries of a comma-separated list written over several lines. */
export function wordList(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim().replace(/\s+/g, " "))
    .filter((word) => word !== "");
}
