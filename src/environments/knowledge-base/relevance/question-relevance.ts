import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { NamedPath } from "../access/path-names.ts";

/** Words that say nothing about a relation or a class. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be been by can could did do does each find for from get give had has have how i in is it its list many me much
  name of on one or please show some tell than that the their them there these they this those to was we were what when where which who whom
  whose will with would you`.split(/\s+/u),
);

/** Forms that no cutting of endings brings together. */
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
  /** 0 where the text has nothing to do with what is asked; the more of it is asked for, the nearer to 1. */
  score(text: string): number;
}

/** How much of a text stands in what is asked, by words, their roots, and by three-letter parts of words. */
export function relevanceTo(asked: string): Relevance {
  const words = contentWords(asked);
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
      const own = contentWords(text);
      return own.length === 0 ? 0 : own.reduce((sum, word) => sum + weigh(word), 0) / own.length;
    },
  };
}

export function contentWords(text: string): readonly string[] {
  return nameWords(text).filter((word) => !EMPTY_WORDS.has(word));
}

function rootOf(word: string): string {
  const same = SAME_ROOT.get(word);
  if (same !== undefined) return same;
  const cut = word.replace(/(?:ations?|ions?|ings?|ors?|ers?|ed|es|s|e)$/u, "");
  return cut.length >= 4 ? cut : word;
}

function gramsOf(word: string): readonly string[] {
  if (word.length < 3) return [];
  const padded = ` ${word}`;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}

/**
 * Relations or attributes by what they have to do with what is asked: words of label and local name most, then what else speaks for them
 * (`more`); among equals the more frequent first, and forward before inverse.
 */
export function rankPaths<Path extends NamedPath<{ readonly members: number }>>(
  paths: readonly Path[],
  asked: string,
  more: (relevance: Relevance, path: Path, at: number) => number = () => 0,
): readonly Path[] {
  const relevance = relevanceTo(asked);
  const own = ({ label, local }: Path): number => Math.max(relevance.score(label), relevance.score(local));
  return paths
    .map((path, at) => ({ path, score: own(path) + more(relevance, path, at) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.path.facts.members - a.path.facts.members ||
        Number(a.path.inverse) - Number(b.path.inverse) ||
        (a.path.text < b.path.text ? -1 : 1),
    )
    .map(({ path }) => path);
}
