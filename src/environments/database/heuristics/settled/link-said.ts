import type { Settled } from "../../../../environment/glossary.ts";
import type { FoundReading } from "../../../../environment/readings.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { wordsOf } from "../../../../value-index/words-of.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { nameReadings } from "../../readings/name-readings.ts";
import { linkOfToken } from "../../readings/reading-token.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { Link } from "../lexicon/link.ts";
import { FUNCTION_WORDS } from "../question/english.ts";

/**
 * What an answer in the person's own words stands for: the one cell that is called so ("Paper Otter 2"), or the one reading of the unclear words
 * that it tells from the others ("the one in Trastevere").
 */
export async function linkSaid(
  { words, meaning }: Settled,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<Link | undefined> {
  const called = (await valueReadings(meaning, services, signal)).filter(
    ({ likeness }) => likeness === "same" || likeness === "form",
  );
  if (called.length === 1) return linkOfToken(called[0]?.token, services);
  const readings = [...(await valueReadings(words, services, signal)), ...nameReadings(words, services)];
  const chosen = told(readings, words, meaning);
  return chosen && linkOfToken(chosen.token, services);
}

/** The only reading with the most of the words by which the answer says more than the question. */
function told(readings: readonly FoundReading[], words: string, meaning: string): FoundReading | undefined {
  const known = wordsOf(foldText(words));
  const said = wordsOf(foldText(meaning)).filter(
    (word) => !FUNCTION_WORDS.has(word) && !known.includes(word),
  );
  const ranked = readings
    .map((reading) => {
      const plain = wordsOf(foldText(reading.text.replace(/\s\([^)]*\)$/u, "")));
      const whole = wordsOf(foldText(reading.text));
      const held = said.filter((word) => plain.includes(word)).length;
      return { reading, held: held + said.filter((word) => whole.includes(word)).length / 10 };
    })
    .filter(({ held }) => held > 0)
    .toSorted((one, other) => other.held - one.held);
  const [first, second] = ranked;
  return first && first.held > (second?.held ?? 0) ? first.reading : undefined;
}
