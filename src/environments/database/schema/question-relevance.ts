import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";

/** Words that say nothing about a value or a column. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be by did do does for from give has have how i in is it its list many me much of on or show that the their
  there they this to was were what when where which who whose with you`.split(/\s+/u),
);

export interface Relevance {
  /** 0 where nothing in the text has to do with the question; 1 where all of it stands there. */
  score(text: string): number;
}

/** How much of a text stands in the question, by words and by three-letter parts of words (`heroes` and `superhero`). */
export function relevanceTo(question: string | undefined): Relevance {
  const asked = contentWords(question ?? "");
  const words = new Set(asked);
  const grams = new Set(asked.flatMap(gramsOf));
  const folded = ` ${asked.join(" ")} `;
  const weigh = (word: string): number => {
    if (words.has(word)) return 1;
    const parts = gramsOf(word);
    if (parts.length === 0) return 0;
    const shared = parts.filter((gram) => grams.has(gram)).length / parts.length;
    return shared < 0.5 ? 0 : shared * 0.8;
  };
  return {
    score(text) {
      const own = contentWords(text);
      if (own.length === 0) return words.has(foldText(text)) ? 1 : 0;
      if (own.length > 1 && folded.includes(` ${own.join(" ")} `)) return 1;
      return own.reduce((sum, word) => sum + weigh(word), 0) / own.length;
    },
  };
}

export function contentWords(text: string): readonly string[] {
  return nameWords(text).filter((word) => !EMPTY_WORDS.has(word));
}

function gramsOf(word: string): readonly string[] {
  if (word.length < 3) return [];
  const padded = ` ${word}`;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}
