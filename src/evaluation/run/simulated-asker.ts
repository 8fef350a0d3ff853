import { simulatedUser } from "../../clarification/simulated-user.ts";
import type { UserProxy } from "../../clarification/user-proxy.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { Clarification, ClarificationReply, Reading } from "../../trajectory/clarification.ts";
import type { BenchmarkTask, IntendedReading } from "../benchmark/benchmark.ts";
import { explanationOf, holdsWords, isAboutTheIntended, meantReading } from "../questions/judge-asked.ts";

/** Whose question it is, and who plays them. */
export interface SimulatedAskerOptions {
  readonly task: Pick<BenchmarkTask, "question" | "intended">;
  /** Plays the person where readings do not settle a question; without one the data's own words are said. */
  readonly model?: LanguageModel;
}

/**
 * The person of a benchmark's question, who knows what was meant: chooses the reading that the gold names, else says the data's own words on what is asked
 * about, and does not know anything else. A model puts that into words and learns no more than it may say: never the tables, columns or relations
 * of the gold. Leave for effects is never given.
 */
export function simulatedAsker({ task, model }: SimulatedAskerOptions): UserProxy {
  const { question, intended } = task;
  return {
    async ask(clarification, signal) {
      if (clarification.permission !== undefined || intended === undefined) return { type: "declined" };
      const meant = meantReading(clarification, intended);
      if (meant !== undefined) return chosen(clarification, meant);
      const text = toldOf(clarification, intended);
      if (model === undefined) return text === undefined ? { type: "declined" } : { type: "answered", text };
      const intent = text ?? unsaidOf(intended, question);
      if (intent === undefined) return { type: "declined" };
      return await simulatedUser({ model, question, intent }).ask(clarification, signal);
    },
  };
}

function chosen({ readings }: Clarification, meant: Reading): ClarificationReply {
  const { replacement, text } = meant;
  return { type: "answered", text: replacement ?? text, choice: readings.indexOf(meant) };
}

/** What the data say about what is asked, and nothing that they say about anything else. */
function toldOf(clarification: Clarification, intended: IntendedReading): string | undefined {
  const { answer, explanations } = intended;
  const isAnswer = answer !== undefined && isAboutTheIntended(clarification, intended);
  return isAnswer ? answer : explanationOf(clarification, explanations);
}

/** What a model may find to be asked in other words than the data's: their answer, and values that the question does not tell yet. */
function unsaidOf({ answer, values = [] }: IntendedReading, question: string): string | undefined {
  const unsaid = [
    ...(answer === undefined ? [] : [answer]),
    ...values.filter((value) => !holdsWords(question, value)),
  ];
  return unsaid.length === 0 ? undefined : unsaid.join("; ");
}
