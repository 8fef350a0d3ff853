import type { Settled } from "../../../../environment/glossary.ts";
import { readTokens, type Token, textBetween } from "../../../../util/english/tokens.ts";
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

/** A question with what is known of its words. */
export interface Said {
  readonly question: string;
  /** Entities that some words mean, because the person has said so or because they refer back to them. */
  readonly names: readonly { readonly words: string; readonly readings: readonly NameReading[] }[];
  /** Words that are about one relation or attribute and no other. */
  readonly relations: readonly { readonly words: string; readonly iri: string }[];
}

/** Where the words with a known meaning stand among the tokens, whatever their case and spacing. */
export function saidSpans({ names, question }: Said, tokens: readonly Token[]): readonly NameSpan[] {
  return names.flatMap(({ words, readings }) =>
    tokens.flatMap((_, from): readonly NameSpan[] => {
      const to = endOf(words, from, question, tokens);
      return to === undefined
        ? []
        : [{ from, to, text: textBetween(question, tokens, from, to), readings, cost: 0 }];
    }),
  );
}

function endOf(words: string, from: number, question: string, tokens: readonly Token[]): number | undefined {
  const plain = (text: string) => foldText(text).replace(/\s+/gu, " ").trim();
  for (let to = from + 1; to <= tokens.length; to++)
    if (plain(textBetween(question, tokens, from, to)) === plain(words)) return to;
  return undefined;
}

/** Whether words of which the person has said what relation they mean were taken for that one. */
export function keepsTo({ taken }: Resolved, { relations }: Said): boolean {
  return relations.every(({ words, iri }) =>
    taken
      .filter((each) => wordsOf(each.words).some((word) => wordsOf(words).includes(word)))
      .every((each) => each.is === "name" || each.path.path.some(({ predicate }) => predicate === iri)),
  );
}

/**
 * The question with what the person has said of its words: entities are taken as they were chosen, classes by their names, relations as the only
 * ones; an answer in free words stands for what it names, or else in place of the words. Said of other words or another environment, it
 * changes nothing.
 */
export async function applySettled(
  question: string,
  settled: readonly Settled[],
  session: ReadingSession,
): Promise<Said> {
  let said: Said = { question, names: [], relations: [] };
  for (const each of settled) {
    const tokens = readTokens(said.question);
    if (tokens.some((_, from) => endOf(each.words, from, said.question, tokens) !== undefined))
      said = await applied(said, each, session);
  }
  return said;
}

async function applied(
  said: Said,
  { words, meaning, environment, token }: Settled,
  session: ReadingSession,
): Promise<Said> {
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
 * The entities that an answer in free words means: of those that the words may name, the one that the answer tells apart ("the one of the Silver
 * Heron Awards"); else what the answer itself names. Nothing where it means none.
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
  const told = wordsOf(meaning).filter((word) => !wordsOf(words).includes(word));
  const scores = texts.map((text) => told.filter((word) => text.includes(word)).length);
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

/** The question with the meaning of some of its words. "His films" are those of the one who is meant, "her" only before another word. */
export function withName(said: Said, words: string, readings: readonly NameReading[]): Said {
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

function replaced(said: Said, words: string, by: string): Said {
  const tokens = readTokens(said.question);
  const from = tokens.findIndex((_, at) => endOf(words, at, said.question, tokens) !== undefined);
  const first = tokens[from];
  const last = tokens[(endOf(words, from, said.question, tokens) ?? 0) - 1];
  if (by === "" || first === undefined || last === undefined) return said;
  return { ...said, question: said.question.slice(0, first.start) + by + said.question.slice(last.end) };
}
