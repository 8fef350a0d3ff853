import type { NotUnderstood } from "../../../environment/heuristics.ts";
import { isGrammarWord } from "./grammar/parser.ts";
import type { LinkTable } from "./lexicon/link-table.ts";
import { COPULAS, FUNCTION_WORDS, MONTHS, SCALES } from "./question/english.ts";
import type { QuestionWord } from "./question/question-word.ts";

interface Attempt {
  readonly question: string;
  readonly words: readonly QuestionWord[];
  readonly links: LinkTable;
  /** The furthest word that a rule got past. */
  readonly furthest: number;
  /** True when the grammar read the whole question, though nothing came of it. */
  readonly read: boolean;
  readonly problem?: string | undefined;
}

/** Says why a question was not understood: words that nothing in the database goes by, else where the grammar stopped. */
export function wordsNotKnown(attempt: Attempt): NotUnderstood {
  const { question, words, links } = attempt;
  const typed = (word: QuestionWord) => question.slice(word.start, word.end);
  const content = words
    .map((word, at) => ({ word, at }))
    .filter(
      ({ word }) =>
        word.kind !== "mark" && !FUNCTION_WORDS.has(word.folded) && !COPULAS.includes(word.folded),
    );
  if (attempt.problem !== undefined)
    return { understood: false, reason: attempt.problem, words: content.map(({ word }) => typed(word)) };
  const covered = new Set<number>();
  words.forEach((_, at) => {
    for (const mention of links.from(at)) for (let i = mention.at; i < mention.end; i++) covered.add(i);
  });
  const unknown = content
    .filter(({ word, at }) => !covered.has(at) && word.kind !== "number" && !isKnown(word.folded))
    .map(({ word }) => typed(word));
  if (unknown.length > 0) {
    return {
      understood: false,
      reason: "Some words are neither names nor values of this database, nor words of the rules.",
      words: unknown,
    };
  }
  const rest = content.filter(({ at }) => at >= attempt.furthest).map(({ word }) => typed(word));
  const reason = attempt.read
    ? "The words are known, but no tables and columns fit together as they ask."
    : "The words are known, but not put together in a way that the rules read.";
  return {
    understood: false,
    reason,
    words: rest.length > 0 ? rest : content.map(({ word }) => typed(word)),
  };
}

function isKnown(word: string): boolean {
  const scaled = SCALES.some(({ more, less }) => more.includes(word) || less.includes(word));
  return scaled || MONTHS.includes(word) || isGrammarWord(word);
}
