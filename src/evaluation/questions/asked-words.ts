import type { Clarification } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/fold-text.ts";
import { contentWords } from "./content-words.ts";

type Asked = Pick<Clarification, "question" | "words">;

const FOR_AN_ID = /\b(?:ids?|identifiers?|uuids?)\b/iu;

/** Whether a question wants an id, which no person knows. What a person's own words about ids mean is another question. */
export const asksForAnId = ({ question, words }: Asked): boolean =>
  FOR_AN_ID.test(question) && !words.some((each) => FOR_AN_ID.test(each));

/** Whether a question, with the words that it says are unclear, holds one of these as words of its own, or is about words within one of them. */
export function asksAbout({ question, words }: Asked, about: readonly string[]): boolean {
  const said = [question, ...words].join(" ");
  const isWithin = (asked: string): boolean =>
    contentWords(asked).length > 0 && about.some((each) => holdsWords(each, asked));
  return about.some((each) => holdsWords(said, each)) || words.some(isWithin);
}

/** Whether a text holds another as words of its own, whatever their case and accents; nothing is held by none. */
export function holdsWords(text: string, wanted: string): boolean {
  const words = foldedWords(wanted);
  return words !== "" && ` ${foldedWords(text)} `.includes(` ${words} `);
}
