import type { Heuristics, NotUnderstood, Unclear } from "./capabilities.ts";
import type { FoundReading } from "./readings.ts";

/** How heuristics understood a question. */
export type Interpretation = Awaited<ReturnType<Heuristics["interpret"]>>;

/** A question that the rules do not understand, and the words that caused this. */
export function notUnderstood(reason: string, words: readonly string[] = []): NotUnderstood {
  return { understood: false, reason, words };
}

/** A question to the person about words that have several meanings, or none but near ones. */
export function severalMeanings(words: string, readings: readonly FoundReading[]): Unclear {
  const isMisspelt = readings.every(({ likeness }) => likeness === "near");
  return {
    understood: false,
    reason: isMisspelt
      ? `Nothing is called "${words}", and several names are near.`
      : `"${words}" can mean several things here, which lead to different answers.`,
    words: [words],
    unclear: {
      kind: isMisspelt ? "problematic" : "several-meanings",
      question: isMisspelt
        ? `Nothing here is called "${words}". Which of these is meant?`
        : `What is meant by "${words}"?`,
      readings,
    },
  };
}

/** A question to the person about words that refer to something which the question does not name. */
export function missingReference(words: string, question = `What does "${words}" refer to?`): Unclear {
  return {
    understood: false,
    reason: `The question does not say what "${words}" refers to.`,
    words: [words],
    unclear: { kind: "missing", question, readings: [] },
  };
}

/** Heuristics that are loaded with the first question, and kept: most callers have a model and never need the rules. */
export function heuristicsOnDemand(load: () => Promise<Heuristics>): Heuristics {
  let loaded: Promise<Heuristics> | undefined;
  return {
    async interpret(task, context) {
      loaded ??= load();
      return (await loaded).interpret(task, context);
    },
  };
}
