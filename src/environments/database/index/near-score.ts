import { abbreviatesWord, initialsOf } from "../../../util/abbreviation.ts";
import { editDistance } from "../../../util/edit-distance.ts";
import type { NearQuery } from "./near-query.ts";
import type { MatchTier } from "./value-index.ts";
import { wordsOf } from "./words-of.ts";

export interface NearScore {
  /** 0 to 1. */
  readonly score: number;
  readonly tier: MatchTier;
}

/** What is merely folded differently is as near as can be without being equal. */
export const FOLDED_SCORE = 0.99;
const SAME_WORDS = 0.97;
const OTHER_ORDER = 0.95;
/** From this typo score on, words are not looked at: they could not tell more. */
const NEAR_ENOUGH = 0.94;
/** Words nearer than this are taken for the same word. */
const SAME_WORD = 0.65;
/** Words beyond this are ignored in comparing word by word. */
const MOST_WORDS = 24;

/** One minus the share of characters that must be edited; 0 from `1 - floor` on. Cheap: for sorting out candidates. */
export function typoScore(query: NearQuery, folded: string, floor: number): number {
  const length = Math.max(query.folded.length, folded.length);
  const max = Math.floor((1 - floor) * length);
  const distance = query.distance(folded, max);
  return distance > max ? 0 : 1 - distance / length;
}

/** How near a folded value is to the query, by whatever makes it nearest. `typo` is its `typoScore`. */
export function nearScore(query: NearQuery, folded: string, typo: number): NearScore {
  if (folded === query.folded) return { score: FOLDED_SCORE, tier: "folded" };
  if (typo >= NEAR_ENOUGH) return { score: typo, tier: "typo" };
  const words = wordsOf(folded);
  let best: NearScore = { score: typo, tier: "typo" };
  for (const other of [byInitials(query, words), byWords(query, words)]) {
    if (other.score > best.score) best = other;
  }
  return best;
}

function byInitials(query: NearQuery, words: readonly string[]): NearScore {
  const score = Math.min(0.9, 0.8 + 0.02 * query.joined.length);
  const short = query.words.length === 1 || query.words.every((word) => word.length === 1);
  const found =
    (short && query.joined.length > 1 && words.length > 1 && initialsOf(words).includes(query.joined)) ||
    (words.length === 1 && query.initials.includes(words[0] as string));
  return { score: found ? score : 0, tier: "abbreviation" };
}

/** Pairs each word of the query with its nearest in the value, and weighs by letters what is left over on either side. */
function byWords(query: NearQuery, all: readonly string[]): NearScore {
  const words = all.slice(0, MOST_WORDS);
  const wanted = query.words.slice(0, MOST_WORDS);
  if (words.length === 0 || wanted.length === 0) return NOTHING;
  const taken = new Array<boolean>(words.length).fill(false);
  let [tier, ordered, before]: [MatchTier, boolean, number] = ["words", true, -1];
  let [nearWanted, lettersWanted, nearFound, matched, quality] = [0, 0, 0, 0, 1];
  for (const word of wanted) {
    lettersWanted += word.length;
    const pair = nearestWord(word, words, taken);
    if (pair === undefined) continue;
    taken[pair.at] = true;
    if (pair.tier !== "words" && tier !== "typo") tier = pair.tier;
    if (pair.at < before) ordered = false;
    before = pair.at;
    nearWanted += word.length;
    nearFound += (words[pair.at] as string).length;
    quality -= ((1 - pair.near) * word.length) / query.joined.length;
    matched++;
  }
  if (matched === 0) return NOTHING;
  const recall = nearWanted / lettersWanted;
  const precision = nearFound / words.reduce((sum, word) => sum + word.length, 0);
  if (recall === 1 && precision === 1) {
    const whole = ordered ? SAME_WORDS : OTHER_ORDER;
    return { score: whole * quality, tier };
  }
  if (recall === 1) return { score: (0.6 + 0.34 * precision) * quality, tier };
  // The value within a longer text: a value of one or two letters is in nearly every text.
  if (precision === 1 && nearFound >= 3) return { score: (0.55 + 0.38 * recall) * quality, tier };
  return { score: 0.9 * recall * precision * quality, tier };
}

function nearestWord(word: string, words: readonly string[], taken: readonly boolean[]) {
  let best: { at: number; near: number; tier: MatchTier } | undefined;
  for (let at = 0; at < words.length; at++) {
    if (taken[at]) continue;
    const other = words[at] as string;
    if (other === word) return { at, near: 1, tier: "words" as MatchTier };
    const pair = wordNearness(word, other);
    if (pair.near >= SAME_WORD && pair.near > (best?.near ?? 0)) best = { at, ...pair };
  }
  return best;
}

function wordNearness(a: string, b: string): { near: number; tier: MatchTier } {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const short1 = abbreviatesWord(short, long);
  if (long.length < 4 || short.length * 2 < long.length) return { near: short1, tier: "abbreviation" };
  const max = Math.floor(long.length * (1 - SAME_WORD));
  const distance = editDistance(a, b, max);
  const typo = distance > max ? 0 : 1 - distance / long.length;
  return typo > short1 ? { near: typo, tier: "typo" } : { near: short1, tier: "abbreviation" };
}

const NOTHING: NearScore = { score: 0, tier: "words" };
