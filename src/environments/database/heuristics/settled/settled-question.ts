import type { Settled } from "../../../../environment/glossary.ts";
import type { Task } from "../../../../environment/task.ts";
import { placesOfWords, readTokens, type Token, textBetween } from "../../../../util/english/tokens.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { linkOfToken } from "../../readings/reading-of-link.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { Link, Mention } from "../lexicon/link.ts";

export interface SettledLink {
  readonly words: string;
  readonly link: Link;
}

/** The question's spans whose meaning the person has settled. */
export function settledMentions(
  words: readonly Token[],
  question: string,
  settled: readonly SettledLink[],
): readonly Mention[] {
  const found: Mention[] = [];
  for (const { words: wanted, link } of settled)
    for (const { at, end } of placesOfWords(wanted, question, words))
      if (!found.some((other) => at < other.end && other.at < end))
        found.push({ at, end, text: textBetween(question, words, at, end), links: [link] });
  return found;
}

/** Longer explanations cannot replace words of a question. */
const MOST_WORDS_PUT_IN = 8;

/**
 * Applies meanings that the person settled: as links of the question's words or, if nothing in the database has that name, by replacing the unclear
 * words with the person's.
 */
export async function settledQuestion(
  environment: string,
  task: Task,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<{ readonly question: string; readonly settled: readonly SettledLink[] }> {
  let question = task.question.trim();
  const settled: SettledLink[] = [];
  for (const said of task.settled ?? []) {
    const tokens = readTokens(question);
    const [span] = placesOfWords(said.words, question, tokens);
    const [first, last] = [tokens[span?.at ?? -1], tokens[(span?.end ?? 0) - 1]];
    if (!first || !last) continue;
    const link = linkOf(environment, said, services) ?? (await linkSaid(said, services, signal));
    if (link) settled.push({ words: said.words, link });
    else if (said.environment === undefined && said.meaning.trim().split(/\s+/u).length <= MOST_WORDS_PUT_IN)
      question = question.slice(0, first.start) + said.meaning.trim() + question.slice(last.end);
  }
  return { question, settled };
}

function linkOf(environment: string, said: Settled, services: DatabaseServices) {
  return said.environment === environment ? linkOfToken(said.token, services) : undefined;
}

/** The single cell with the name that the person gave ("Paper Otter 2"). */
async function linkSaid(
  { meaning }: Settled,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<Link | undefined> {
  const called = (await valueReadings(meaning, services, signal)).filter(
    ({ likeness }) => likeness === "same" || likeness === "form",
  );
  return called.length === 1 ? linkOfToken(called[0]?.token, services) : undefined;
}
