import { foldedWords } from "../../util/fold-text.ts";

/** Words that stand in nearly every question, and say nothing of what it is about. */
const EMPTY = new Set(
  `a about all am an and any are as at be been but by can could did do does each every for from had has have he her him his how i if in into is it its
  list many me mean more most much my no not of off on one or other our out over please s she show so some such than that the their them then there these
  they this those to was we were what when where which who whom whose will with would you your`.split(/\s+/u),
);

/** The words of a text that say what it is about, in lower case; none of a text of articles and the like alone. */
export function contentWords(text: string): readonly string[] {
  return foldedWords(text)
    .split(" ")
    .filter((word) => word !== "" && !EMPTY.has(word));
}
