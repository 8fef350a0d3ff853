import type { ClauseWord } from "./clause-words.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** The text with one slip in one of its words: a letter dropped, doubled, or two changed round; undefined where no word takes one. */
export function misspell(
  text: string,
  words: readonly ClauseWord[],
  random: SeededRandom,
): string | undefined {
  const word = random.pick(words);
  if (word === undefined) return undefined;
  const at = 1 + Math.floor(random.next() * (word.text.length - 2));
  const letters = [...word.text];
  const [here = "", next = ""] = [letters[at], letters[at + 1]];
  const form = random.next();
  if (form < 1 / 3 && here !== next) letters.splice(at, 2, next, here);
  else if (form < 2 / 3) letters.splice(at, 1);
  else letters.splice(at, 1, here, here);
  return text.slice(0, word.start) + letters.join("") + text.slice(word.start + word.text.length);
}
