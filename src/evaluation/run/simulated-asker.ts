import { simulatedUser } from "../../clarification/simulated-user.ts";
import type { UserProxy } from "../../clarification/user-proxy.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { Clarification, ClarificationReply, Reading } from "../../trajectory/clarification.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";
import { isAboutTheIntended } from "../questions/judge-asked.ts";
import { meantReading } from "../questions/meant-reading.ts";

/** Whose question it is, and who plays them. */
export interface SimulatedAskerOptions {
  readonly task: Pick<BenchmarkTask, "question" | "intended">;
  /** Plays the person where readings do not settle a question; without one the data's own words are said. */
  readonly model?: LanguageModel;
}

/**
 * The person of a benchmark's question, who knows what was meant: chooses the reading that names what the gold names, else says the data's own words
 * to a question about what they explain (by way of a model, where one is given), and does not know anything else. Leave for effects is never given.
 */
export function simulatedAsker({ task, model }: SimulatedAskerOptions): UserProxy {
  const { question, intended } = task;
  const played =
    model === undefined || intended === undefined
      ? undefined
      : simulatedUser({ model, question, intent: intentOf(intended) });
  return {
    async ask(clarification, signal) {
      if (clarification.permission !== undefined || intended === undefined) return { type: "declined" };
      const meant = meantReading(clarification, intended);
      if (meant !== undefined) return chosen(clarification, meant);
      if (played !== undefined) return await played.ask(clarification, signal);
      const { answer } = intended;
      return answer !== undefined && isAboutTheIntended(clarification, intended)
        ? { type: "answered", text: answer }
        : { type: "declined" };
    },
  };
}

function chosen({ readings }: Clarification, meant: Reading): ClarificationReply {
  const { replacement, text } = meant;
  return { type: "answered", text: replacement ?? text, choice: readings.indexOf(meant) };
}

function intentOf({ answer, names }: NonNullable<BenchmarkTask["intended"]>): string {
  const named = names.length === 0 ? "" : `What was meant is called: ${names.join(", ")}.`;
  return [answer, named].filter((text) => text !== undefined && text !== "").join(" ");
}
