import type { Settled } from "../../../../environment/glossary.ts";
import type { Task } from "../../../../environment/task.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { linkOfToken } from "../../readings/reading-token.ts";
import { linkSaid } from "./link-said.ts";
import type { SettledLink } from "./settled-mentions.ts";

/** Longer explanations are no words to put into a question. */
const MOST_WORDS_PUT_IN = 8;

/**
 * What the person has said about words of the question, as what these words stand for; where nothing here goes by it, the person's words take
 * the place of the unclear ones.
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
    const at = placeIn(question, said.words);
    if (at === undefined) continue;
    const link = linkOf(environment, said, services) ?? (await linkSaid(said, services, signal));
    if (link) settled.push({ words: said.words, link });
    else if (said.environment === undefined && said.meaning.trim().split(/\s+/u).length <= MOST_WORDS_PUT_IN)
      question = `${question.slice(0, at)}${said.meaning.trim()}${question.slice(at + said.words.trim().length)}`;
  }
  return { question, settled };
}

function linkOf(environment: string, said: Settled, services: DatabaseServices) {
  return said.environment === environment ? linkOfToken(said.token, services) : undefined;
}

/** Where the words stand by themselves: "it" is no part of "with". */
function placeIn(question: string, words: string): number | undefined {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return undefined;
  const text = question.toLowerCase();
  const isLetter = (at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isLetter(at - 1) && !isLetter(at + wanted.length)) return at;
  }
  return undefined;
}
