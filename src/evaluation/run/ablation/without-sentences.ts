/** Everyday words name a tool only where they are called. */
const isEverydayWord = (name: string): boolean => /^[a-z]+$/u.test(name);

/**
 * The text without the sentences that name one of the tools: by its name where that is no everyday word, by a call of it in any case. Lines that
 * lose nothing stay as they are, to the letter.
 */
export function withoutSentences(text: string, tools: ReadonlySet<string>): string {
  const named = [...tools].map((name) => {
    const written = name.replace(/[^\w]/gu, "\\$&");
    return isEverydayWord(name) ? `\\b${written}\\(` : `\\b${written}\\b`;
  });
  if (named.length === 0) return text;
  const names = new RegExp(named.join("|"), "u");
  if (!names.test(text)) return text;
  return text
    .split("\n")
    .flatMap((line) => {
      if (!names.test(line)) return [line];
      const left = line
        .split(/(?<=[.;:!?])\s+/u)
        .filter((sentence) => !names.test(sentence))
        .join(" ");
      return left.trim() === "" ? [] : [left];
    })
    .join("\n");
}
