import type { Clarification } from "../../trajectory/clarification.ts";
import { sameButForNumber } from "../../util/plural.ts";
import { contentWords } from "./content-words.ts";

/** What stands before is what a statement explains. */
const EXPLAINS = /\b(?:refers? to|stands? for|means?|denotes?|is|are)\b|[=<>]/iu;

/**
 * Of the statements, the one that says what the words stand for that a question is about, and no other: a person explains what they are asked about.
 * Undefined where none does, and for a question about no words of the person's.
 */
export function explanationOf(
  { question, words }: Pick<Clarification, "question" | "words">,
  explanations: readonly string[] = [],
): string | undefined {
  const asked = words.length === 0 ? contentWords(question) : words.flatMap(contentWords);
  const found = explanations.flatMap((statement) => {
    const subject = contentWords(statement.split(EXPLAINS)[0] ?? "");
    if (subject.length === 0 || asked.length === 0) return [];
    // A whole question holds more words than those that it asks about.
    const isAbout = words.length === 0 ? areAmong(subject, asked) : areAmong(asked, subject);
    return isAbout ? [{ statement, size: subject.length }] : [];
  });
  return found.toSorted((one, other) => one.size - other.size)[0]?.statement;
}

function areAmong(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.some((other) => sameButForNumber(word, other)));
}
