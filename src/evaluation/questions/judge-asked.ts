import type { Clarification } from "../../trajectory/clarification.ts";
import type { IntendedReading } from "../benchmark/benchmark-task.ts";
import { asksAbout, asksForAnId, holdsWords } from "./asked-words.ts";
import { meantReading } from "./meant-reading.ts";

/** How well was asked. */
export interface JudgedAsked {
  /**
   * Two readings lead to different results, or what a call needs is not in the question: as the data say. Where they do not, one of the readings that
   * were offered was meant and another was not, so that they lead to different queries.
   */
  readonly needed: boolean;
  /** It names the unclear words or what they are about, and asks for no id (Query when need, Table 6.2, where people judged). */
  readonly relevant: boolean;
}

export function judgeAsked(asked: Clarification, intended: IntendedReading): JudgedAsked {
  const { words, needed, mayAsk = false } = intended;
  const isNeeded = words === undefined ? choosesBetween(asked, intended) : mayAsk || needed !== undefined;
  return { needed: isNeeded, relevant: !asksForAnId(asked) && isAboutTheIntended(asked, intended) };
}

/** Whether a question is about what the data explain: one of its readings was meant, or it holds words of which they say what they stand for. */
export function isAboutTheIntended(asked: Clarification, intended: IntendedReading): boolean {
  const { words, answer, names } = intended;
  if (words !== undefined) return asksAbout(asked, words);
  if (meantReading(asked, intended) !== undefined) return true;
  const explained = [...names, ...(answer === undefined ? [] : [answer])].join(" \n ");
  return asked.words.some((each) => holdsWords(explained, each));
}

function choosesBetween(asked: Clarification, intended: IntendedReading): boolean {
  const meant = meantReading(asked, intended);
  if (meant === undefined) return false;
  const mark = ({ environment, token, replacement, text }: Clarification["readings"][number]): string =>
    JSON.stringify([environment, token ?? replacement ?? text]);
  return asked.readings.some((reading) => mark(reading) !== mark(meant));
}
