import {
  contentWords as englishContentWords,
  type Relevance,
  relevance,
} from "../../../util/english/relevance.ts";
import type { NamedPath } from "../access/path-names.ts";

/** Words without meaning for a relation or a class. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be been by can could did do does each find for from get give had has have how i in is it its list many me much
  name of on one or please show some tell than that the their them there these they this those to was we were what when where which who whom
  whose will with would you`.split(/\s+/u),
);

/** Scores how much of a text occurs in the question. */
export const relevanceTo = (asked: string): Relevance => relevance(asked, EMPTY_WORDS);

export const contentWords = (text: string): readonly string[] => englishContentWords(text, EMPTY_WORDS);

/**
 * Sorts relations or attributes by relevance to the question: words of label and local name count most, then further texts
 * (`more`); of equals the more frequent come first, and forward before inverse.
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
