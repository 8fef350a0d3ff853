import { brokenPieces, mendedText } from "../../../util/double-encoding.ts";
import { markedLetters } from "./letter-spelling.ts";
import { isTurned, SPELLING_WAYS, type SpellingFacts, type SpellingWay, spelled } from "./spelling-way.ts";

export interface FoundWay {
  readonly way: SpellingWay;
  /** Share of the texts of the side with fewer that the other has, 0 to 1, among those that were compared. */
  readonly share: number;
}

/** A way that does more has to find at least so much more. */
const WORTH = 0.02;

/**
 * The ways in which most of the texts meet, the one that changes least first. More than one, because not every engine knows the small form of
 * letters beyond ASCII: a way that writes them in ASCII may then do what the first does not.
 */
export function bestWays(left: readonly string[], right: readonly string[]): readonly FoundWay[] {
  const all = [...left, ...right];
  const turned = all.some(isTurned);
  const marked = markedLetters(all.map((text) => mendedText(text) ?? text)).length > 0;
  const ways = SPELLING_WAYS.filter(
    (way) => (turned || !way.turned) && (marked || way.letters === undefined),
  ).map((way) => ({ way, share: shareOf(left, right, way) }));
  const most = Math.max(0, ...ways.map(({ share }) => share));
  return most === 0 ? [] : ways.filter(({ share }) => share >= most - WORTH);
}

function shareOf(left: readonly string[], right: readonly string[], way: SpellingWay): number {
  const sides = [left, right].map((texts) => new Set(texts.map((text) => spelled(text, way))));
  const [few = new Set<string>(), many = new Set<string>()] = sides.sort((a, b) => a.size - b.size);
  if (few.size === 0) return 0;
  return [...few].filter((text) => many.has(text)).length / few.size;
}

/** What stands in the texts of a column, for SQL that replaces no more than that. */
export function spellingFacts(texts: readonly string[]): SpellingFacts {
  const broken = new Map(texts.flatMap(brokenPieces).map((each) => [each.piece, each]));
  return {
    hasSpace: texts.some((text) => text !== text.trim()),
    hasCase: texts.some((text) => text !== text.toLowerCase()),
    isTurned: texts.some(isTurned),
    letters: markedLetters(texts.map((text) => mendedText(text) ?? text)),
    broken: [...broken.values()].sort((a, b) => b.piece.length - a.piece.length),
  };
}
