import type { Settled } from "../../../../environment/glossary.ts";
import { placesOfWords, readTokens, type Token, textBetween } from "../../../../util/english/tokens.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import {
  describedReadings,
  entitiesLike,
  readToken,
  termOf,
} from "../../readings/knowledge-base-readings.ts";
import { termText } from "../../term/term.ts";
import { CLOSED_WORDS } from "../lexicon/kinds.ts";
import { linkNames, type NameReading, type NameSpan } from "../linking/link-names.ts";
import type { ReadingSession, Resolved } from "../resolve/resolve-context.ts";

/** A question with the settled meanings of its words. */
export interface SettledQuestion {
  readonly question: string;
  /** Entities that some words mean, because the user chose them or because the words refer back to them. */
  readonly names: readonly { readonly words: string; readonly readings: readonly NameReading[] }[];
  /** Words that the user bound to one relation or attribute. */
  readonly relations: readonly { readonly words: string; readonly iri: string }[];
}

/** Token spans of words with a settled meaning. */
export function settledSpans(
  { names, question }: SettledQuestion,
  tokens: readonly Token[],
): readonly NameSpan[] {
  return names.flatMap(({ words, readings }) =>
    placesOfWords(words, question, tokens).map(({ at, end }) => ({
      from: at,
      to: end,
      text: textBetween(question, tokens, at, end),
      readings,
      cost: 0,
    })),
  );
}

/** Whether words that the user bound to a relation were read as that relation. */
export function respects({ taken }: Resolved, { relations }: SettledQuestion): boolean {
  return relations.every(({ words, iri }) =>
    taken
      .filter((each) => wordsOf(each.words).some((word) => wordsOf(words).includes(word)))
      .every((each) => each.is === "name" || each.path.path.some(({ predicate }) => predicate === iri)),
  );
}

/**
 * Applies the user's answers to the question: chosen entities are bound to the words, classes replace them by their names, relations become the
 * only ones; free text is bound to the entity it names, or else replaces the words. Answers about other words or another
 * environment change nothing.
 */
export async function applySettled(
  question: string,
  settled: readonly Settled[],
  session: ReadingSession,
): Promise<SettledQuestion> {
  let said: SettledQuestion = { question, names: [], relations: [] };
  for (const each of settled) {
    if (placesOfWords(each.words, said.question, readTokens(said.question)).length > 0)
      said = await applied(said, each, session);
  }
  return said;
}

async function applied(
  said: SettledQuestion,
  { words, meaning, environment, token }: Settled,
  session: ReadingSession,
): Promise<SettledQuestion> {
  const isHere = environment === undefined || environment === session.environment;
  const mark = isHere ? readToken(token) : undefined;
  if (mark === undefined && token !== undefined) return said;
  if (mark === undefined) {
    const readings = await meantBy(meaning, words, session);
    return readings.length > 0 ? withName(said, words, readings) : replaced(said, words, meaning.trim());
  }
  const [name = mark.iri] = await session.graph.iriNames([mark.iri]);
  if (mark.is === "class") return replaced(said, words, name);
  if (mark.is === "relation") return { ...said, relations: [...said.relations, { words, iri: mark.iri }] };
  return withName(said, words, [{ term: termOf(mark), name, tier: "said", alias: false }]);
}

const MOST = 12;

/**
 * The entities that an answer in free text means: among the entities that the words may name, the one that the answer distinguishes ("the one of
 * the Silver Heron Awards"); else the entities that the answer itself names. May be empty.
 */
async function meantBy(
  meaning: string,
  words: string,
  session: ReadingSession,
): Promise<readonly NameReading[]> {
  const { graph, known, services } = session;
  const tokens = readTokens(meaning);
  const spans = await linkNames(meaning, tokens, known, graph, services.store.labelSearch.mode);
  const whole = (span: NameSpan) => span.from === 0 && span.to === tokens.length;
  const [longest] = spans
    .filter((span) => whole(span) || (span.cost < 0.2 && span.readings[0]?.tier !== "part"))
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
  const named = longest?.readings ?? [];
  const like = CLOSED_WORDS.has(foldText(words)) ? [] : await entitiesLike(words, graph, MOST);
  const own = like.filter(({ term }) => named.some((each) => termText(each.term) === termText(term)));
  const texts = (await describedReadings(like, graph, services.names)).map(({ text }) => wordsOf(text));
  const distinguishing = wordsOf(meaning).filter((word) => !wordsOf(words).includes(word));
  const scores = texts.map((text) => distinguishing.filter((word) => text.includes(word)).length);
  const most = Math.max(1, ...scores);
  const best = own.length > 0 ? own : like.filter((_, at) => scores[at] === most);
  const meant = best.length === 1 || own.length > 0 ? best.slice(0, 1) : [];
  return meant.length > 0
    ? meant.map(({ term, label }) => ({ term, name: label, tier: "said", alias: false }))
    : named.map((each) => ({ ...each, tier: "said" }));
}

function wordsOf(text: string): readonly string[] {
  return nameWords(foldText(text)).filter((word) => !CLOSED_WORDS.has(word));
}

/** Binds words of the question to entities. Possessives get a genitive ("his films" becomes "his's films"), "her" only before another word. */
export function withName(
  said: SettledQuestion,
  words: string,
  readings: readonly NameReading[],
): SettledQuestion {
  const question = /^(?:his|its|their|her)$/iu.test(words)
    ? said.question.replace(
        new RegExp(
          `(?<![\\p{L}\\p{N}])${words}(?=\\s+[\\p{L}])(?!\\s+(?:in|at|on|and|or|with|to|for|by|from)\\b)`,
          "iu",
        ),
        `${words}'s`,
      )
    : said.question;
  return { ...said, question, names: [...said.names, { words, readings }] };
}

function replaced(said: SettledQuestion, words: string, by: string): SettledQuestion {
  const tokens = readTokens(said.question);
  const [span] = placesOfWords(words, said.question, tokens);
  const [first, last] = [tokens[span?.at ?? -1], tokens[(span?.end ?? 0) - 1]];
  if (by === "" || first === undefined || last === undefined) return said;
  return { ...said, question: said.question.slice(0, first.start) + by + said.question.slice(last.end) };
}
