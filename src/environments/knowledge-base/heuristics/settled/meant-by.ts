import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import { describedReadings, type EntityLike, entitiesLike } from "../../readings/knowledge-base-readings.ts";
import { CLOSED_WORDS } from "../lexicon/closed-words.ts";
import { linkNames } from "../linking/link-names.ts";
import type { NameReading } from "../linking/name-reading.ts";
import { readTokens } from "../question/read-tokens.ts";
import type { ReadingSession } from "../reading-session.ts";

const MOST = 12;

/**
 * The entities that an answer in free words means: of those that the words may name, the one that the answer tells apart ("the one of the Silver
 * Heron Awards"); else what the answer itself names. Nothing where it means none.
 */
export async function meantBy(
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
