import type { Token } from "../../../../util/english/tokens.ts";

const phrases = (text: string) => text.split("|").map((phrase) => phrase.split(" "));

/** Polite phrases without content, at the beginning, at the end or anywhere. */
const BEFORE = phrases(
  "can you please tell me|can you tell me|could you tell me|could you please tell me|please tell me|do you know|tell me|i want to know|i would like to know|please|so",
);
const BEHIND = phrases("please|?|.|!|do you know|in the database|in the knowledge base");
const ANYWHERE = phrases("in the world|exactly|actually");

/** The tokens without polite phrases and final punctuation. Words with capital letters are kept, because they may belong to a name. */
export function withoutCourtesy(tokens: readonly Token[]): readonly Token[] {
  let left = tokens;
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const start = BEFORE.find((phrase) => isAt(left, 0, phrase) && left.length > phrase.length);
    if (start) left = left.slice(start.length);
    const end = BEHIND.find(
      (phrase) => isAt(left, left.length - phrase.length, phrase) && left.length > phrase.length,
    );
    if (end) left = left.slice(0, -end.length);
    for (const phrase of ANYWHERE) {
      const at = left.findIndex((token, index) => index > 0 && !token.capital && isAt(left, index, phrase));
      if (at > 0) left = [...left.slice(0, at), ...left.slice(at + phrase.length)];
    }
  }
  return left;
}

function isAt(tokens: readonly Token[], at: number, phrase: readonly string[]): boolean {
  return at >= 0 && phrase.every((word, index) => tokens[at + index]?.folded === word);
}
