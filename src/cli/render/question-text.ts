import type { Clarification } from "../../trajectory/clarification.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import type { CliIo } from "../cli-io.ts";

/** A question that ended a run: its choices, numbered, and how to answer in another process. */
export function renderQuestion(clarification: Clarification, runId: string, { colors }: CliIo): string {
  const { question, readings } = clarification;
  const choices = readings.map((reading, at) => `  ${at + 1}. ${visibleText(reading.text)}`);
  return [colors.bold(visibleLines(question)), ...choices, "", ...howToAnswer(clarification, runId)].join(
    "\n",
  );
}

function howToAnswer({ readings, words, permission }: Clarification, runId: string): readonly string[] {
  const answer = (text: string): string => `fuxi resume ${runId} --answer ${text}`;
  if (permission !== undefined)
    return [`Allow it with:  ${answer("yes")}`, `Refuse it with: ${answer("no")}`];
  const keep = words.length === 0 ? [] : ["Add --remember to keep the answer for later questions."];
  if (readings.length === 0) return [`Answer with: ${answer('"…"')}`, ...keep];
  return [`Answer with: ${answer("1")} (the number of a choice, or your own words)`, ...keep];
}
