const SHORTEST_WORD = 4;
const MOST_WORDS = 2;

const SOUNDS_ALIKE: readonly (readonly [string, string])[] = [
  ["ph", "f"],
  ["ck", "k"],
  ["ce", "se"],
  ["ci", "si"],
  ["ee", "ea"],
  ["ou", "oo"],
  ["ie", "ei"],
  ["er", "ur"],
  ["or", "er"],
  ["al", "ul"],
  ["es", "ez"],
  ["c", "k"],
  ["y", "i"],
  ["i", "y"],
  ["s", "z"],
];

/**
 * The name with one slip in each of its (at most two) longer words: letters swapped, dropped or doubled, or written as they sound. Undefined where no word is
 * long enough.
 */
export function misspellName(name: string, random: () => number): string | undefined {
  const words = [...name.matchAll(/\p{L}+/gu)].filter(([word]) => [...word].length >= SHORTEST_WORD);
  const chosen = words
    .map((word) => ({ word, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, MOST_WORDS)
    .map(({ word }) => word)
    .sort((one, other) => other.index - one.index);
  if (chosen.length === 0) return undefined;
  return chosen.reduce(
    (text, { 0: word, index }) =>
      text.slice(0, index) + slipped(word, random) + text.slice(index + word.length),
    name,
  );
}

/** A word in which one thing is wrong, and not its first letter: people get that right. */
function slipped(word: string, random: () => number): string {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const [here = "", next = ""] = [letters[at], letters[at + 1]];
  const kind = Math.floor(random() * 4);
  if (kind === 0 && here !== next) return letters.toSpliced(at, 2, next, here).join("");
  if (kind === 1 && here !== next) return letters.toSpliced(at, 1).join("");
  const sounding = SOUNDS_ALIKE.find(([form]) => word.indexOf(form, 1) > 0);
  if (kind === 2 && sounding !== undefined) {
    const [form, alike] = sounding;
    const place = word.indexOf(form, 1);
    return word.slice(0, place) + alike + word.slice(place + form.length);
  }
  return letters.toSpliced(at, 1, here, here).join("");
}
