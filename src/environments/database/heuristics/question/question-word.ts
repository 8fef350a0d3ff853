/** A word, number, quoted text or punctuation mark of a question. */
export interface QuestionWord {
  /** As it is compared: without case and accents; of a quoted text, what stands between the quotes. */
  readonly folded: string;
  readonly kind: "word" | "number" | "quoted" | "mark";
  /** Begins with a capital letter. */
  readonly capital: boolean;
  /** Place in the question, without quotes. */
  readonly start: number;
  readonly end: number;
}

/** What stands in the question from one word to another (exclusive), as it was typed. */
export function textOf(question: string, words: readonly QuestionWord[], at: number, end: number): string {
  const [first, last] = [words[at], words[end - 1]];
  return first && last ? question.slice(first.start, last.end) : "";
}
