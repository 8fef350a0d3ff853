import type { LinkTable } from "../lexicon/link-table.ts";
import type { QuestionWord } from "../question/question-word.ts";
import type { Input, Parse } from "./parser.ts";
import { wholeQuestion } from "./question-rules.ts";
import type { QuestionTree } from "./question-tree.ts";

const MOST_TREES = 25;
const DEAREST = 0.5;

/** All ways to read the whole question, the plainest first, and how far the grammar got. */
export function readQuestion(
  words: readonly QuestionWord[],
  links: LinkTable,
): { trees: readonly Parse<QuestionTree>[]; furthest: number } {
  const input: Input = { words, links, furthest: 0, memo: new Map() };
  const ways = wholeQuestion(input, 0).filter(({ cost }) => cost <= DEAREST);
  const plainest = [...ways].sort((a, b) => a.cost - b.cost).slice(0, MOST_TREES);
  const who = asksForPeople(words);
  return {
    trees: who ? plainest.map((way) => ({ ...way, value: { ...way.value, who } })) : plainest,
    furthest: input.furthest,
  };
}

const BEFORE_WHO = new Set(
  "please and so now tell show let me us know do can could you i want to would like".split(" "),
);

/** "Who is …", "Can you tell me who …"; not "the people who …". */
function asksForPeople(words: readonly QuestionWord[]): boolean {
  const first = words.find(({ folded, kind }) => kind !== "mark" && !BEFORE_WHO.has(folded));
  return first?.folded === "who";
}
