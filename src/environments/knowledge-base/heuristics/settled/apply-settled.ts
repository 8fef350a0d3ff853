import type { Settled } from "../../../../environment/glossary.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { readToken, termOf } from "../../readings/knowledge-base-readings.ts";
import { readTokens } from "../question/read-tokens.ts";
import type { ReadingSession } from "../reading-session.ts";
import { meantBy } from "./meant-by.ts";
import { type Said, type SaidName, standsIn } from "./said.ts";

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
