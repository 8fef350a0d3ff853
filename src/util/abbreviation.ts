/** Words that carry no letter in most abbreviations: `dob` and `db` may both stand for "date of birth". */
const SMALL_WORDS: ReadonlySet<string> = new Set("of the and for in to a an de la".split(" "));

/** Short forms that are neither a prefix nor a selection of the word's letters. */
const CUSTOMARY: ReadonlyMap<string, string> = new Map([
  ["no", "number"],
  ["nr", "number"],
  ["#", "number"],
  ["tel", "phone"],
  ["lb", "pound"],
  ["lbs", "pounds"],
  ["oz", "ounce"],
]);

/** Selections of letters are short; a longer word of the same letters is another word (`advent` in "advertisement"). */
const LONGEST_SELECTION = 5;

/**
 * How well `short` abbreviates one folded `word`, 0 to 1: 0.95 for a beginning of three letters (`addr`), 0.9 for its consonants (`qty`,
 * `dept`), at most 0.75 for other letters of it in order, 0 when it does not. Numbers are not abbreviated.
 */
export function abbreviatesWord(short: string, word: string): number {
  if (CUSTOMARY.get(short) === word) return 0.95;
  if (short.length < 2 || word.length < short.length + 1 || short[0] !== word[0]) return 0;
  if (/\p{N}/u.test(short)) return 0;
  if (word.startsWith(short)) return short.length >= 3 ? 0.95 : 0.8;
  if (word.length < short.length + 2 || !isSelectionOf(short, word)) return 0;
  // Consonants after the common beginning tell an abbreviation (`qty`, `dept`) from another word (`sate` in "salesdate").
  let common = 1;
  while (short[common] === word[common]) common++;
  if (/^[^aeiou]+$/u.test(short.slice(common)))
    return short.length <= LONGEST_SELECTION && short.length * 4 >= word.length ? 0.9 : 0.6;
  return short.length * 2 >= word.length ? 0.75 : 0.5;
}

/**
 * True when `short` is made of beginnings or selected letters of the folded `words` in their order, each word giving its first letter at
 * least (`dob`, `custname`, `sss`); small words may be left out.
 */
export function abbreviatesWords(short: string, words: readonly string[]): boolean {
  if (words.length < 2 || short.length < 2) return false;
  const reach = (at: number, word: number): boolean => {
    const letters = words[word];
    if (letters === undefined) return at === short.length;
    if (SMALL_WORDS.has(letters) && reach(at, word + 1)) return true;
    if (short[at] !== letters[0]) return false;
    let place = 0;
    for (let end = at + 1; ; end++) {
      if (reach(end, word + 1)) return true;
      const letter = short[end];
      if (letter === undefined) return false;
      place = letters.indexOf(letter, place + 1);
      if (place < 0) return false;
    }
  };
  return short.length <= 24 && words.length <= 12 && reach(0, 0);
}

/** The first letters of the words, and the same without small words where that differs. */
export function initialsOf(words: readonly string[]): readonly string[] {
  const all = words.map((word) => word[0] ?? "").join("");
  const without = words
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => word[0] ?? "")
    .join("");
  return all === without ? [all] : [all, without];
}

function isSelectionOf(short: string, word: string): boolean {
  let place = -1;
  for (const letter of short) {
    place = word.indexOf(letter, place + 1);
    if (place < 0) return false;
  }
  return true;
}
