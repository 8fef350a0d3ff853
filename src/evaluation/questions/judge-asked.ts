import type { Clarification } from "../../trajectory/clarification.ts";
import type { BenchmarkTask, IntendedReading } from "../benchmark/benchmark-task.ts";
import { asksAbout, asksForAnId, holdsWords } from "./asked-words.ts";
import { contentWords } from "./content-words.ts";
import { explanationOf } from "./explanation-of.ts";
import { isSaid } from "./is-said.ts";
import { isMarkedAs, meantReading } from "./meant-reading.ts";

/** How well was asked. */
export interface JudgedAsked {
  /**
   * Two readings lead to different results, or what a call needs is not in the question: as the data say, and it asks about that. Where they do not, one of the readings that
   * were offered was meant and another was not, so that they lead to different queries, and the person's question does not say by itself which.
   */
  readonly needed: boolean;
  /** It names the unclear words or what they are about, and asks for no id (Query when need, Table 6.2, where people judged). */
  readonly relevant: boolean;
}

export function judgeAsked(
  asked: Clarification,
  { question, intended = { names: [] } }: Pick<BenchmarkTask, "question" | "intended">,
): JudgedAsked {
  const { words, needed, mayAsk = false } = intended;
  const isAbout = isAboutTheIntended(asked, intended);
  const isNeeded =
    words === undefined
      ? choosesBetween(asked, intended, question)
      : isAbout && (mayAsk || needed !== undefined);
  return { needed: isNeeded, relevant: !asksForAnId(asked) && isAbout };
}

/** Whether a question is about what the data explain: one of its readings was meant, or it holds words of which they say what they stand for. */
export function isAboutTheIntended(asked: Clarification, intended: IntendedReading): boolean {
  const { words, answer = "", names, explanations } = intended;
  if (words !== undefined) return asksAbout(asked, words);
  if (meantReading(asked, intended) !== undefined) return true;
  if (explanationOf(asked, explanations) !== undefined) return true;
  const explained = [...names, answer].join(" \n ");
  return asked.words.some((each) => contentWords(each).length > 0 && holdsWords(explained, each));
}

function choosesBetween(asked: Clarification, intended: IntendedReading, question: string): boolean {
  const meant = meantReading(asked, intended);
  if (meant === undefined || isSaid(meant, asked, question)) return false;
  const mark = ({ environment, token, replacement, text }: Clarification["readings"][number]): string =>
    JSON.stringify([environment, token ?? replacement ?? text]);
  return asked.readings.some((reading) => mark(reading) !== mark(meant) && !isMarkedAs(reading, intended));
}
