import { EAST_ASIAN, eastAsianCosts } from "./east-asian.ts";
import { encodingNamed } from "./encoding-named.ts";
import { LATIN_LANGUAGES } from "./languages.ts";
import { NO_TEXT, type WordCost, wordCost } from "./word-cost.ts";

/** What bytes that are no UTF-8 may be. */
export interface Guess {
  /** The encoding in which they read best; Windows-1252 where none reads clearly better. */
  readonly encoding: string;
  /** False where the words read like everyday Western text in Windows-1252. */
  readonly isDoubtful: boolean;
  /** Bytes, a character each, that show it, or show that it may be another. */
  readonly word: string;
  /** Other encodings in which that word and most others read not worse by much, the best first. */
  readonly others: readonly string[];
}

const WESTERN = "Windows-1252";
/** Where two read equally well, the first is taken. */
const OF_ONE_BYTE = [
  WESTERN,
  ..."Windows-1250 ISO-8859-2 ISO-8859-15 Windows-1251 KOI8-U IBM866 ISO-8859-5 x-mac-cyrillic Macintosh IBM850 IBM852".split(
    " ",
  ),
  ..."Windows-1254 Windows-1257 Windows-1253 ISO-8859-7 Windows-1255 Windows-1256 Windows-874".split(" "),
];

/** Words in a second language of a file cost so much: lists of names have several. */
const SECOND_LANGUAGE = 1 / 3;
/** Windows-1252 is kept where its words cost no more on average. */
const READS_WELL = 0.12;
/** Another encoding is taken where its words cost at most this, and at most this share of what they cost in Windows-1252. */
const CLEAR = 0.3;
const CLEARER = 0.5;
const DOUBTFUL = 0.34;
/**
 * Languages of Central Europe are half right in Windows-1252, so that the rest of their words pass for a second language. All right, and with most letters
 * of one language, they are elsewhere.
 */
const HALF_RIGHT = 0.03;
const ALL_RIGHT = 0.34;
const MOST_LETTERS = 0.55;
/** An encoding is not worth naming from here on. */
const HOPELESS = 0.6;
const MOST_OTHERS = 2;
/** Fewer characters beyond ASCII may read well in another encoding by chance. */
const LEAST_CHARACTERS = 3;

interface Reading {
  readonly encoding: string;
  readonly costs: readonly number[];
  readonly cost: number;
  /** Of the letters of its main language, the share that occurs. */
  readonly letters: number;
}

/**
 * Guesses what encoding words are in, by how they read in each: letters of one script in a word, capitals where they belong, signs not within words,
 * letters that one language has together; for East Asian encodings by how common the characters are.
 * @param words stretches of bytes beyond ASCII with the letters around them, a character for each byte
 */
export function guessEncoding(words: readonly string[]): Guess {
  const readings = [
    ...OF_ONE_BYTE.map((name) => readingOfOneByte(name, words)),
    ...readingsInEastAsian(words),
  ];
  const [western] = readings;
  const sorted = readings.toSorted((a, b) => a.cost - b.cost);
  const [best] = sorted;
  if (western === undefined || best === undefined || words.length === 0) {
    return { encoding: WESTERN, isDoubtful: false, word: "", others: [] };
  }
  const beyond = words.reduce((sum, word) => sum + (word.match(/[\u0080-\u00ff]/gu)?.length ?? 0), 0);
  const isBetter = western.cost > READS_WELL && best.cost <= Math.min(CLEAR, western.cost * CLEARER);
  const isAllRight = western.cost > HALF_RIGHT && best.cost <= western.cost * ALL_RIGHT;
  const isClear = beyond >= LEAST_CHARACTERS && (isBetter || (isAllRight && best.letters >= MOST_LETTERS));
  const taken = isClear ? best : western;
  return {
    encoding: taken.encoding,
    isDoubtful: taken !== western || isAllRight || western.cost > DOUBTFUL || western.costs.includes(NO_TEXT),
    ...examplesOf(words, taken, western, sorted),
  };
}

function readingOfOneByte(encoding: string, words: readonly string[]): Reading {
  const texts = words.map((word) => readAs(word, encoding));
  const costs = texts.map(wordCost);
  const counts = LATIN_LANGUAGES.map(
    (_, at) => costs.filter(({ languages }) => languages?.includes(at)).length,
  );
  const main = counts.indexOf(Math.max(...counts));
  const told = ({ cost, languages }: WordCost): number =>
    languages === undefined || languages.includes(main) || cost > 0 ? cost : SECOND_LANGUAGE;
  const letters = [...(LATIN_LANGUAGES[main] ?? "")];
  const written = texts.join("").toLowerCase();
  const share = letters.filter((letter) => written.includes(letter)).length / Math.max(1, letters.length);
  return reading(encoding, costs.map(told), share);
}

function readingsInEastAsian(words: readonly string[]): readonly Reading[] {
  const bytes = words.map((word) => Buffer.from(word, "latin1"));
  return EAST_ASIAN.map((each) => reading(each.name, eastAsianCosts(each, bytes)));
}

function reading(encoding: string, costs: readonly number[], letters = 0): Reading {
  const cost = costs.reduce((sum, each) => sum + each, 0) / Math.max(1, costs.length);
  return { encoding, costs, cost, letters };
}

function examplesOf(
  words: readonly string[],
  taken: Reading,
  western: Reading,
  sorted: readonly Reading[],
): Pick<Guess, "word" | "others"> {
  // What reads worst in Windows-1252 shows best that it is none, or that it may be none.
  const word = words[western.costs.indexOf(Math.max(...western.costs))] ?? "";
  const seen = [readAs(word, taken.encoding)];
  const others: string[] = [];
  for (const { encoding, cost } of sorted) {
    const text = readAs(word, encoding);
    if (seen.includes(text) || cost > HOPELESS || others.length === MOST_OTHERS) continue;
    seen.push(text);
    others.push(encoding);
  }
  return { word, others };
}

const upperHalves = new Map<string, string>();

/** A word in one of the encodings that are guessed at. @param word a character for each byte */
export function readAs(word: string, encoding: string): string {
  if (EAST_ASIAN.some(({ name }) => name === encoding)) {
    return encodingNamed(encoding).decoder({ fatal: false }).decode(Buffer.from(word, "latin1"));
  }
  let upper = upperHalves.get(encoding);
  if (upper === undefined) {
    upper = encodingNamed(encoding)
      .decoder({ fatal: false })
      .decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128));
    upperHalves.set(encoding, upper);
  }
  const table = upper;
  return word.replace(/[\u0080-\u00ff]/gu, (byte) => table[byte.charCodeAt(0) - 128] ?? "\ufffd");
}
