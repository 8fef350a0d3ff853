import { abbreviatesWord, initialsOf } from "../util/abbreviation.ts";
import { distanceFrom, editDistance } from "../util/edit-distance.ts";
import { foldText } from "../util/fold-text.ts";
import { sameButForNumber } from "../util/plural.ts";
import { type ExactQuery, exactQuery, FOLDED_SCORE } from "./exact-search.ts";
import { trigramsOf } from "./grams.ts";
import { hashText } from "./hash-text.ts";
import { withoutQuotes } from "./segment.ts";
import type { MatchTier } from "./segment-match.ts";
import { wordsOf } from "./words-of.ts";

interface NearScore {
  /** 0 to 1. */
  readonly score: number;
  readonly tier: MatchTier;
}

const SAME_WORDS = 0.97;
/** Score for the same letters with other word boundaries: `acdc` and "AC/DC". */
const SAME_LETTERS = 0.96;
const OTHER_ORDER = 0.95;
/** From this typo score on, word comparison is skipped: it could not improve the score. */
const NEAR_ENOUGH = 0.94;
/** Words at least this similar count as the same word. */
const SAME_WORD = 0.7;
/** Weight of a typo within a word relative to its share of the letters: small changes soon make another word. */
const WORD_TYPO = 1.3;
/** Further words are ignored in the comparison of words. */
const MOST_WORDS = 24;

/** Share of edited characters up to which the score falls linearly; beyond it falls faster. */
const TYPO_SHARE = 0.25;
const BEYOND = 1.6;

/**
 * One minus the share of characters that must be edited, and less if that share exceeds a quarter (0.5 at two fifths). 0 if the share exceeds `most`.
 * Cheap: for sorting candidates.
 */
export function typoScore(query: NearQuery, folded: string, most: number): number {
  const length = Math.max(query.folded.length, folded.length);
  const max = Math.floor(most * length);
  const distance = query.distance(folded, max);
  if (distance > max) return 0;
  const share = distance / length;
  return share <= TYPO_SHARE ? 1 - share : Math.max(0, 1 - TYPO_SHARE - BEYOND * (share - TYPO_SHARE));
}

/** The similarity of a folded value to the query, by the criterion that scores highest. `typo` is its `typoScore`. */
export function nearScore(query: NearQuery, folded: string, typo: number): NearScore {
  if (folded === query.folded) return { score: FOLDED_SCORE, tier: "folded" };
  if (typo >= NEAR_ENOUGH) return { score: typo, tier: "typo" };
  const words = wordsOf(folded);
  if (words.join("") === query.joined && sorted(words) !== sorted(query.words)) {
    return { score: SAME_LETTERS, tier: "words" };
  }
  let best: NearScore = { score: typo, tier: "typo" };
  for (const other of [byInitials(query, words), byWords(query, words)]) {
    if (other.score > best.score) best = other;
  }
  return best;
}

/** Scores by number of initials: two letters fit many names. */
const INITIALS = [0, 0, 0.64, 0.8, 0.86, 0.9];

function byInitials(query: NearQuery, words: readonly string[]): NearScore {
  const short = query.words.length === 1 || query.words.every((word) => word.length === 1);
  const found =
    (short && query.joined.length > 1 && words.length > 1 && initialsOf(words).includes(query.joined)) ||
    (words.length === 1 && query.initials.some(({ letters }) => letters === words[0]));
  const letters = words.length === 1 ? (words[0] as string).length : query.joined.length;
  const score = INITIALS[Math.min(letters, INITIALS.length - 1)] as number;
  return { score: found ? score : 0, tier: "abbreviation" };
}

/** Pairs each query word with the value's most similar word, and weighs unpaired words by their letters. */
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
    const other = words[pair.at] as string;
    nearWanted += lettersMatched(word, other, pair.tier);
    nearFound += lettersMatched(other, word, pair.tier);
    quality -= (WORD_TYPO * (1 - pair.near) * word.length) / query.joined.length;
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
  // The value occurs within a longer query. Values of one or two letters occur in nearly every text.
  if (precision === 1 && nearFound >= 3) return { score: (0.55 + 0.38 * recall) * quality, tier };
  return { score: 0.9 * recall * precision * quality, tier };
}

/** Letters of a word that count as matched: not all if the other word only begins or abbreviates it. */
function lettersMatched(word: string, other: string, tier: MatchTier): number {
  if (tier !== "abbreviation" || other.length >= word.length) return word.length;
  return word.startsWith(other) ? (word.length + other.length) / 2 : other.length;
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
  if (sameButForNumber(a, b)) return { near: 0.98, tier: "words" };
  // A missing letter is a typo rather than an abbreviation.
  const abbreviated = long.length - short.length > 1 ? abbreviatesWord(short, long) : 0;
  const none = { near: abbreviated, tier: "abbreviation" as const };
  // Numbers that differ name different things.
  if (long.length < 4 || short.length * 2 < long.length || /\p{N}/u.test(a + b)) return none;
  const max = Math.floor(long.length * (1 - SAME_WORD));
  const distance = editDistance(a, b, max);
  const typo = distance > max ? 0 : 1 - distance / long.length;
  return typo > abbreviated ? { near: typo, tier: "typo" } : none;
}

function sorted(words: readonly string[]): string {
  return [...words].sort().join(" ");
}

const NOTHING: NearScore = { score: 0, tier: "words" };

/** A query text, prepared once for comparison with many values. */
export interface NearQuery {
  /** Without surrounding space and quotes. */
  readonly text: string;
  readonly folded: string;
  readonly words: readonly string[];
  /** `words` joined without spaces. */
  readonly joined: string;
  /** First letters of the words, if there are several, with their `hashText`. */
  readonly initials: readonly { readonly letters: string; readonly hash: number }[];
  /** `hashText` of `folded` and of `joined`; values' initials are indexed like `joined`. */
  readonly foldedHash: number;
  readonly joinedHash: number;
  readonly exact: ExactQuery;
  /** Distinct trigram hashes. */
  readonly grams: Uint32Array;
  readonly distance: (to: string, max: number) => number;
}

/** UTF-16 units; longer queries are cut, as nobody names a value so. */
const LONGEST_QUERY = 500;

export function nearQuery(text: string): NearQuery {
  const plain = withoutQuotes(text.slice(0, LONGEST_QUERY));
  const folded = foldText(plain);
  const words = wordsOf(folded);
  const joined = words.join("");
  const initials = words.length > 1 ? initialsOf(words).filter((letters) => letters.length > 1) : [];
  const grams = new Uint32Array(256);
  return {
    text: plain,
    folded,
    words,
    joined,
    initials: initials.map((letters) => ({ letters, hash: hashText(letters) })),
    foldedHash: hashText(folded),
    joinedHash: hashText(joined),
    exact: exactQuery(plain),
    grams: grams.slice(0, trigramsOf(folded, grams)),
    distance: distanceFrom(folded),
  };
}
