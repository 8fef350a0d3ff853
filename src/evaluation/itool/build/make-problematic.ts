import { z } from "zod";
import type { ItoolItem } from "../itool-item.ts";
import {
  foldedNameWords,
  holdsWords,
  isSameName,
  type Made,
  type StageContext,
  tellingWords,
} from "./builder-stage.ts";

import { lookUpName } from "./look-up-name.ts";

const SHORTEST_WORD = 4;
const MOST_WORDS = 2;

/**
 * The name with one slip in each of its (at most two) longer words: letters swapped, dropped or doubled. Undefined where no word is
 * long enough.
 */
export function misspellName(name: string, random: () => number): string | undefined {
  const words = [...name.matchAll(/\p{L}+/gu)].filter(([word]) => [...word].length >= SHORTEST_WORD);
  const chosen = words
    .map((word) => ({ word, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, MOST_WORDS)
    .map(({ word }) => word)
    .sort((one, other) => other.index - one.index);
  if (chosen.length === 0) return undefined;
  return chosen.reduce(
    (text, { 0: word, index }) =>
      text.slice(0, index) + slipped(word, random) + text.slice(index + word.length),
    name,
  );
}

/** A word in which one thing is wrong, and not its first letter: people get that right. */
function slipped(word: string, random: () => number): string {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const [here = "", next = ""] = [letters[at], letters[at + 1]];
  const kind = Math.floor(random() * 3);
  if (kind === 0 && here !== next) return letters.toSpliced(at, 2, next, here).join("");
  if (kind === 1 && here !== next) return letters.toSpliced(at, 1).join("");
  return letters.toSpliced(at, 1, here, here).join("");
}

const INSTRUCTIONS = `You are given a name. Write it as somebody would who remembers it wrongly: at least one whole word of it becomes another, existing word that is easily taken for it ("The Midnight Clockmaker" for "The Midnight Watchmaker"), so that people who know the name still see which is meant.`;

const form = z.object({ name: z.string().describe("The name with the wrong word in it.") });

/** Corrupts the name, in its characters by code or in its words by the model (Query when need, Chapter 4: problematic search items). */
export async function makeProblematic(source: ItoolItem, context: StageContext): Promise<Made> {
  const { intended } = source;
  const slipped = context.random() < 0.5 ? misspellName(intended, context.random) : undefined;
  const level = slipped === undefined ? "word" : "character";
  const written = slipped === undefined ? await misremembered(intended, context) : { said: slipped };
  if (written.problem !== undefined) return { problem: written.problem };
  const wrong = written.said.trim();
  const problem = isWrong(wrong, intended, level);
  if (problem !== undefined) return { problem };
  const at = source.query.toLowerCase().indexOf(intended.toLowerCase());
  const query = source.query.slice(0, at) + wrong + source.query.slice(at + intended.length);
  if (holdsWords(query, intended)) return { problem: `The query still names "${intended}".` };
  const things = await lookUpName(source, wrong, context.call);
  if (things.some(({ name }) => isSameName(name, wrong)))
    return { problem: `"${wrong}" is the name of something else in the API.` };
  return {
    item: {
      ...source,
      id: `${source.id}-problematic`,
      category: "problematic",
      level,
      query,
      words: [wrong],
      about: [...new Set([intended, ...tellingWords(intended), "spell", "spelling", ...source.about])],
      question: `Do you mean ${intended} by "${wrong}"?`,
      reply: intended,
      alternatives: [],
    },
    notes: [],
  };
}

async function misremembered(intended: string, { ask, problems }: StageContext) {
  const { said, problem } = await ask({
    name: "misremembered",
    form,
    instructions: INSTRUCTIONS,
    input: `Name: ${intended}`,
    example: { name: "The Midnight Clockmaker" },
    problems,
  });
  return problem === undefined ? { said: said.name } : { problem };
}

function isWrong(wrong: string, intended: string, level: "word" | "character"): string | undefined {
  if (isSameName(wrong, intended)) return `"${wrong}" is the name as it is.`;
  if (level === "character") return undefined;
  const words = foldedNameWords(wrong);
  const name = foldedNameWords(intended);
  if (words.length === 0) return "Write the wrong name.";
  if (name.every((word) => words.includes(word))) return `No word of "${intended}" became another one.`;
  return name.length > 1 && !name.some((word) => words.includes(word))
    ? `Nothing of "${intended}" is left: nobody could know what is meant.`
    : undefined;
}
