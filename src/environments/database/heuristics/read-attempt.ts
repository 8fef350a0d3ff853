import { accountsForAll } from "./accounted.ts";
import type { Choice } from "./choose-reading.ts";
import { chooseReading } from "./choose-reading.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import { compileQuestion } from "./compile/compile-question.ts";
import type { QueryParts } from "./compile/query-parts.ts";
import type { Scored } from "./compile/scored.ts";
import type { QuestionTree } from "./grammar/question-tree.ts";
import { readQuestion } from "./grammar/questions.ts";
import type { Mention } from "./lexicon/link.ts";
import { type LinkTable, withGiven } from "./lexicon/link-table.ts";
import type { QuestionWord } from "./question/question-word.ts";

/** Readings that stretch the question further than this are not taken. */
const LEAST_SCORE = 0.55;

/** A question taken apart, with what its words may stand for. */
export interface LinkedQuestion {
  readonly question: string;
  readonly words: readonly QuestionWord[];
  readonly links: LinkTable;
}

/** What came of reading it. */
export interface Attempt extends LinkedQuestion {
  /** The furthest word that a rule got past. */
  readonly furthest: number;
  /** The ways in which the grammar read the whole question, though nothing may have come of them. */
  readonly trees: readonly QuestionTree[];
  readonly choice: Choice | undefined;
}

/** Reads the question; in the spans that are given, nothing else than what is given. */
export async function readAttempt(
  linked: LinkedQuestion,
  given: readonly Mention[],
  context: CompileContext,
): Promise<Attempt> {
  const links = given.length === 0 ? linked.links : withGiven(linked.links, given);
  const { trees, furthest } = readQuestion(linked.words, links);
  const readings: Scored<QueryParts>[] = [];
  for (const { value, cost, taken: rules = [] } of trees) {
    for (const one of await compileQuestion(value, context))
      readings.push({
        ...one,
        value: { ...one.value, isOne: value.isOne === true },
        score: one.score * (1 - cost),
        rules,
      });
  }
  const likely = readings.filter((reading) => reading.score >= LEAST_SCORE);
  const whole = likely.filter(({ value }) => accountsForAll({ ...linked, links }, value));
  const choice = await chooseReading(whole, context);
  return { ...linked, links, trees: trees.map(({ value }) => value), furthest, choice };
}
