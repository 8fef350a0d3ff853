import { contentWords, type Relevance, relevance } from "../../../util/english/relevance.ts";

/** Words that say nothing about a value or a column. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be by did do does for from give has have how i in is it its list many me much of on or show that the their
  than them there these they this those to was were what when where which who whose with you`.split(/\s+/u),
);

/** Scores how much of a text occurs in the question. */
export const relevanceTo = (question: string | undefined): Relevance =>
  relevance(question ?? "", EMPTY_WORDS);

const MOST_SPANS = 40;

/** The words of a question that may name something of the schema. */
export const questionWords = (question: string): readonly string[] => [
  ...new Set(contentWords(question, EMPTY_WORDS)),
];

/** Phrases of a question that may name a value: quotations, runs of capitalised words, and content words. */
export function spansOf(question: string): readonly string[] {
  const quoted = [...question.matchAll(/["“”']([^"“”']{2,60})["“”']/gu)].map((match) => match[1] ?? "");
  const capitalised = question.match(/\p{Lu}[\p{L}\p{N}.-]*(?:\s+\p{Lu}[\p{L}\p{N}.-]*)+/gu) ?? [];
  const content = new Set(contentWords(question, EMPTY_WORDS));
  const words = (question.match(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu) ?? []).filter((word) =>
    contentWords(word, EMPTY_WORDS).some((each) => content.has(each)),
  );
  return [...new Set([...quoted, ...capitalised, ...words])].slice(0, MOST_SPANS);
}
