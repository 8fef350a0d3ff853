import type { Unclear } from "../../../../environment/capabilities.ts";
import type { FoundReading } from "../../../../environment/readings.ts";
import { tellingApart } from "../../readings/telling-apart.ts";

/** A question to the person about words that the database shows to have several meanings, or none but near ones. */
export function asUnclear(words: string, readings: readonly FoundReading[]): Unclear {
  const misspelt = readings.every(({ likeness }) => likeness === "near");
  const question = misspelt
    ? `Nothing here is called "${words}". Which of these is meant?`
    : `What is meant by "${words}"?`;
  return {
    understood: false,
    reason: misspelt
      ? `Nothing is called "${words}", and several names are near.`
      : `"${words}" can mean several things here, which lead to different answers.`,
    words: [words],
    unclear: {
      kind: misspelt ? "problematic" : "several-meanings",
      question,
      readings: tellingApart(readings),
    },
  };
}
