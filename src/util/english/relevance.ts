import { nameWords } from "../name-words.ts";
import { sameButForNumber } from "../plural.ts";

/** Irregular forms that stemming does not unify. */
const SAME_ROOT: ReadonlyMap<string, string> = new Map(
  `wrote write written write writer write written write born birth died death dead death die death made make won win sang sing sung sing
  song sing built build grew grow older age oldest age younger age youngest age old age tall height taller height tallest height high height
  higher height highest height long length longer length longest length heavy weight heavier weight heaviest weight big size larger size
  largest size bigger size biggest size small size smaller size smallest size where place when date year date married spouse wife spouse husband
  spouse speak language spoke language spoken language starred star starring star stars star acted star actor star actress star cast star`
    .split(/\s+/u)
    .reduce<[string, string][]>((pairs, word, at, all) => {
      if (at % 2 === 0) pairs.push([word, all[at + 1] ?? word]);
      return pairs;
    }, []),
);

export interface Relevance {
  /** 0 if the text is unrelated to the question; nearer to 1 the more of the text occurs in it. */
  score(text: string): number;
}

/** Scores how much of a text occurs in the question, by words, their roots, and three-letter parts of words (`heroes` and `superhero`). */
export function relevance(asked: string, emptyWords: ReadonlySet<string>): Relevance {
  const words = contentWords(asked, emptyWords);
  const roots = new Set(words.map(rootOf));
  const grams = new Set(words.flatMap(gramsOf));
  const weigh = (word: string): number => {
    if (words.some((each) => sameButForNumber(each, word)) || roots.has(rootOf(word))) return 1;
    const parts = gramsOf(word);
    if (parts.length === 0) return 0;
    const shared = parts.filter((gram) => grams.has(gram)).length / parts.length;
    return shared < 0.5 ? 0 : shared * 0.8;
  };
  return {
    score(text) {
      const own = contentWords(text, emptyWords);
      return own.length === 0 ? 0 : own.reduce((sum, word) => sum + weigh(word), 0) / own.length;
    },
  };
}

/** The words of a text that mean something. */
export function contentWords(text: string, emptyWords: ReadonlySet<string>): readonly string[] {
  return nameWords(text).filter((word) => !emptyWords.has(word));
}

/** True for forms of one word: `wrote` and `writers`, `country` and `countries`. */
export const sameRoot = (a: string, b: string): boolean => sameButForNumber(a, b) || rootOf(a) === rootOf(b);

function rootOf(word: string): string {
  const same = SAME_ROOT.get(word) ?? word;
  const cut = same.replace(/(?:ations?|ions?|[ae]nces?|ings?|ors?|ers?|ed|es|s|e)$/u, "");
  return cut.length >= 4 ? cut : same;
}

function gramsOf(word: string): readonly string[] {
  if (word.length < 3) return [];
  const padded = ` ${word}`;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}
