import { type Settled, settledSentence } from "../../environment/settled.ts";

/** What the person has said of words, one line each; nothing where nothing was said. */
export function saidByPerson(
  settled: readonly Settled[] | undefined,
  heading = "Said by the person, to be relied on",
): readonly string[] {
  if (settled === undefined || settled.length === 0) return [];
  const lines = settled.map((one) => `- ${settledSentence(one).replace(/\s+/gu, " ").trim()}`);
  return [`${heading}:\n${lines.join("\n")}`];
}
