import { foldText } from "../../../util/fold-text.ts";
import { wordsOf } from "../../../value-index/words-of.ts";

/** Longer runs of letters are no words but codes and encodings. UTF-16 units. */
const LONGEST_WORD = 60;

/** The distinct folded words of a long cell that one can search by: two characters or more. */
export function cellWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(foldText(text)).filter((word) => word.length >= 2 && word.length <= LONGEST_WORD));
}
