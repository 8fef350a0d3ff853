import type { ItoolItem } from "../itool-item.ts";
import {
  aboutName,
  checkDraft,
  draftForm,
  foldedNameWords,
  holdsWords,
  isSameName,
  type Made,
  type StageContext,
  WRITER,
} from "./builder-stage.ts";

import { lookUpName } from "./look-up-name.ts";

const MOST_ALTERNATIVES = 5;

const INSTRUCTIONS = `${WRITER}

Shorten the name to words of it that several things of the API probably bear: a surname, the first word of a title. "words" holds the shortened name alone. The question asks which of them is meant.`;

/** Shortens the name to one that several things bear, as the API itself says (Query when need, Chapter 4: different meanings). */
export async function makeSeveralMeanings(
  source: ItoolItem,
  { ask, call, problems }: StageContext,
): Promise<Made> {
  const { intended } = source;
  const { said, problem } = await ask({
    name: "several_meanings",
    form: draftForm,
    instructions: INSTRUCTIONS,
    input: aboutName(source.query, intended),
    example: {
      query: "Which films has Nolan directed?",
      words: ["Nolan"],
      question: "Which Nolan do you mean?",
      about: ["director", "person", "full name"],
    },
    problems,
  });
  if (problem !== undefined) return { problem };
  const item: ItoolItem = {
    ...source,
    ...said,
    id: `${source.id}-several-meanings`,
    category: "several-meanings",
    reply: intended,
    alternatives: [],
  };
  const [short = "", ...more] = said.words;
  const name = new Set(foldedNameWords(intended));
  const wrong =
    checkDraft(item, source) ??
    (more.length > 0 ? 'Write the shortened name alone into "words".' : undefined) ??
    foldedNameWords(short)
      .filter((word) => !name.has(word))
      .map((word) => `"${word}" is no word of the name "${intended}".`)[0];
  if (wrong !== undefined) return { problem: wrong };
  const bearing = (await lookUpName(source, short, call)).filter((each) => holdsWords(each.name, short));
  if (!bearing.some((each) => isSameName(each.name, intended)))
    return { problem: `A search for "${short}" does not find "${intended}".` };
  if (bearing.length < 2)
    return { problem: `Only "${intended}" is called "${short}" in the API: shorten it in another way.` };
  const alternatives = bearing.map((each) => each.name).filter((each) => !isSameName(each, intended));
  return {
    item: { ...item, alternatives: alternatives.slice(0, MOST_ALTERNATIVES) },
    notes:
      alternatives.length > MOST_ALTERNATIVES
        ? [`${alternatives.length} other things are called "${short}"; ${MOST_ALTERNATIVES} are kept.`]
        : [],
  };
}
