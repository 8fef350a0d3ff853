import type { Settled } from "../../../../environment/glossary.ts";
import type { Task } from "../../../../environment/task.ts";
import { readTokens, type Token, textBetween } from "../../../../util/english/tokens.ts";
import { foldText } from "../../../../util/fold-text.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { linkOfToken } from "../../readings/reading-token.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { Link, Mention } from "../lexicon/link.ts";

export interface SettledLink {
  readonly words: string;
  readonly link: Link;
}

/** The spans of the question whose meaning the person has said. */
export function settledMentions(
  words: readonly Token[],
  question: string,
  settled: readonly SettledLink[],
): readonly Mention[] {
  const found: Mention[] = [];
  for (const { words: said, link } of settled) {
    const wanted = foldedWords(said);
    if (wanted.length === 0) continue;
    for (let at = 0; at < words.length; at++) {
      const end = endOf(words, at, wanted);
      if (end === undefined || found.some((other) => at < other.end && other.at < end)) continue;
      found.push({ at, end, text: textBetween(question, words, at, end), links: [link] });
    }
  }
  return found;
}

/** Quotes around words make them one word of the question. */
function endOf(words: readonly Token[], from: number, wanted: readonly string[]): number | undefined {
  let left = wanted;
  for (let at = from; at < words.length; at++) {
    const own = foldedWords(words[at]?.folded ?? "");
    if (own.length === 0 || !own.every((word, i) => left[i] === word)) return undefined;
    left = left.slice(own.length);
    if (left.length === 0) return at + 1;
  }
  return undefined;
}

function foldedWords(text: string): readonly string[] {
  return readTokens(foldText(text))
    .filter(({ kind }) => kind !== "mark")
    .map(({ folded }) => folded);
}

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

/** The one cell that is called as the person says ("Paper Otter 2"). */
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
