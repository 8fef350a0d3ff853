import type { FoundReading } from "../../../environment/readings.ts";

/**
 * Readings as a choice: one that reads like a better one is none, and a replacement that several have (the city and the region of one name) would
 * not make the question clear.
 */
export function tellingApart(found: readonly FoundReading[]): readonly FoundReading[] {
  const apart = found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at);
  return apart.map((reading) => {
    const { replacement, ...rest } = reading;
    const shared = apart.some((other) => other !== reading && other.replacement === replacement);
    return shared ? rest : reading;
  });
}
