import type { Settled } from "../../../../environment/glossary.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import {
  describedReadings,
  type EntityLike,
  entitiesLike,
  readToken,
  termOf,
} from "../../readings/knowledge-base-readings.ts";
import { CLOSED_WORDS } from "../lexicon/kinds.ts";
import { linkNames, type NameReading } from "../linking/link-names.ts";
import { readTokens } from "../question/read-tokens.ts";
import type { Node } from "../resolve/node.ts";
import type { ReadingSession } from "../resolve/resolve-context.ts";
import { choicesIn } from "../unclear/unclear-rivals.ts";
import { type Said, type SaidName, standsIn } from "./said.ts";

/** Whether words of which the person has said what relation they mean were taken for that one. */
export function keepsTo(node: Node, { relations }: Said): boolean {
  if (relations.length === 0) return true;
  const choices = choicesIn(node);
  return relations.every(({ words, iri }) =>
    choices
      .filter((choice) => choice.path !== undefined && sharesWord(choice.words, words))
      .every(({ path }) => path?.some(({ predicate }) => predicate === iri) === true),
  );
}

function sharesWord(one: string, other: string): boolean {
  const words = foldText(other).split(" ");
  return foldText(one)
    .split(" ")
    .some((word) => words.includes(word));
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
  const { graph, services } = session;
  const named = await namedIn(meaning, session);
  const like = CLOSED_WORDS.has(foldText(words)) ? [] : await entitiesLike(words, graph, MOST);
  const own = like.find(({ term }) => named?.some((each) => each.term === term || sameIri(each.term, term)));
  if (own !== undefined) return [reading(own)];
  const texts = (await describedReadings(like, graph, services.names)).map(({ text }) => text);
  const told = wordsOf(meaning).filter((word) => !wordsOf(words).includes(word));
  const scores = texts.map((text) => told.filter((word) => wordsOf(text).includes(word)).length);
  const most = Math.max(0, ...scores);
  const best = like.filter((_, at) => most > 0 && scores[at] === most);
  const [only] = best;
  if (only !== undefined && best.length === 1) return [reading(only)];
  return named ?? [];
}

/** The longest name in the answer. */
async function namedIn(meaning: string, { graph, known, services }: ReadingSession) {
  const tokens = readTokens(meaning);
  const spans = await linkNames(meaning, tokens, known, graph, services.store.labelSearch.mode);
  const sure = spans.filter(
    ({ readings, cost }) => cost < 0.2 && readings[0]?.tier !== "typo" && readings[0]?.tier !== "part",
  );
  const whole = tokens.filter(({ kind }) => kind !== "mark").length;
  // The whole answer may be a name in lower case, or begin the sentence.
  const all = spans.filter(
    ({ from, to, readings }) => from === 0 && to >= whole && readings[0]?.tier !== "typo",
  );
  return [...all, ...sure]
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
    ?.readings.map((each): NameReading => ({ ...each, tier: "said" }));
}

function reading({ term, label }: EntityLike): NameReading {
  return { term, name: label, tier: "said", alias: false };
}

function sameIri(one: NameReading["term"], other: NameReading["term"]): boolean {
  return one.kind === "iri" && other.kind === "iri" && one.value === other.value;
}

function wordsOf(text: string): readonly string[] {
  return nameWords(foldText(text)).filter((word) => !CLOSED_WORDS.has(word));
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
    if (standsIn(each.words, said.question, readTokens(said.question)))
      said = await applied(said, each, session);
  }
  return said;
}

async function applied(
  said: Said,
  { words, meaning, environment, token }: Settled,
  session: ReadingSession,
): Promise<Said> {
  const { graph } = session;
  const mark =
    environment === undefined || environment === session.environment ? readToken(token) : undefined;
  if (mark === undefined && token !== undefined) return said;
  if (mark === undefined) {
    const readings = await meantBy(meaning, words, session);
    return readings.length > 0 ? withName(said, { words, readings }) : replaced(said, words, meaning.trim());
  }
  const [label] = await graph.iriNames([mark.iri]);
  const name = label ?? mark.iri;
  if (mark.is === "class") return replaced(said, words, name);
  if (mark.is === "relation") {
    return { ...said, relations: [...said.relations, { words, iri: mark.iri, label: name }] };
  }
  return withName(said, { words, readings: [{ term: termOf(mark), name, tier: "said", alias: false }] });
}

/** "His films" are those of the one who is meant. */
const POSSESSIVE = /^(?:his|its|their|her)$/iu;

/** The names of the question with one more; a possessive becomes a genitive, but "her" only before another word. */
export function withName(said: Said, name: SaidName): Said {
  const { words } = name;
  const question = POSSESSIVE.test(words)
    ? said.question.replace(
        new RegExp(
          `(?<![\\p{L}\\p{N}])${words}(?=\\s+[\\p{L}])(?!\\s+(?:in|at|on|and|or|with|to|for|by|from)\\b)`,
          "iu",
        ),
        `${words}'s`,
      )
    : said.question;
  return { ...said, question, names: [...said.names, name] };
}

function replaced(said: Said, words: string, by: string): Said {
  if (by === "" || foldText(by) === foldText(words)) return said;
  const pattern = words
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/gu, "\\$&")
    .replace(/\s+/gu, "\\s+");
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "iu");
  return { ...said, question: said.question.replace(found, () => by) };
}
