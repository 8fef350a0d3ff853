import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import type { ItoolItem } from "../itool-item.ts";
import {
  aboutName,
  checkDraft,
  draftForm,
  isSameName,
  type Made,
  type StageContext,
  tellingWords,
  WRITER,
} from "./builder-stage.ts";

import { lookUpName, type NamedThing } from "./look-up-name.ts";

const MOST_THINGS = 12;
const MOST_WORDS = 3;
const LONGEST_RECORD = 300;

const INSTRUCTIONS = `${WRITER}

Replace the name by a vague description of the thing ("the film about the simulation"), as people write who do not remember what it is called. The description must be true of it, must not hold its name, and must fit at least one other thing of the list too, so that nobody can know which is meant. Name in "alternatives" those of the list that it fits, exactly as they are written there, without the one that is meant. With no other thing in the list, leave "alternatives" empty.`;

const form = draftForm.extend({
  alternatives: z.array(z.string()).describe("Other things of the list that the description fits."),
});

/** Blurs the name (Query when need, Chapter 4: unclear instruction). */
export async function makeUnclear(source: ItoolItem, { ask, call, problems }: StageContext): Promise<Made> {
  const { intended } = source;
  const texts = [intended, ...tellingWords(intended).slice(0, MOST_WORDS)];
  const looked: NamedThing[] = [];
  for (const text of texts) looked.push(...(await lookUpName(source, text, call)));
  const things = looked.filter(
    ({ name }, at) => looked.findIndex((other) => isSameName(other.name, name)) === at,
  );
  const own = things.find(({ name }) => isSameName(name, intended));
  const others = things.filter((each) => each !== own).slice(0, MOST_THINGS);
  const list = [...(own === undefined ? [] : [own]), ...others].map(({ record }) => shortened(record));
  const { said, problem } = await ask({
    name: "unclear",
    form,
    instructions: INSTRUCTIONS,
    input: `${aboutName(source.query, intended)}\nThings in the API:\n${asData(list.join("\n"))}`,
    example: {
      query: "When was the film about the simulation released?",
      words: ["the film about the simulation"],
      question: "Which film about the simulation do you mean?",
      about: ["film", "title"],
      alternatives: ["The Thirteenth Floor"],
    },
    problems,
  });
  if (problem !== undefined) return { problem };
  const item: ItoolItem = {
    ...source,
    ...said,
    id: `${source.id}-unclear`,
    category: "unclear",
    reply: intended,
    alternatives: [
      ...new Set(
        said.alternatives.map((each) => others.find(({ name }) => isSameName(name, each))?.name ?? each),
      ),
    ],
  };
  const wrong = checkDraft(item, source) ?? unknownAlternative(item, others);
  return wrong === undefined ? { item, notes: [] } : { problem: wrong };
}

function unknownAlternative({ alternatives }: ItoolItem, others: readonly NamedThing[]): string | undefined {
  const unknown = alternatives.find((each) => !others.some(({ name }) => name === each));
  if (unknown !== undefined) return `"${unknown}" is no other thing of the list.`;
  return alternatives.length === 0 && others.length > 0
    ? 'The description has to fit another thing of the list, named in "alternatives".'
    : undefined;
}

function shortened(record: NamedThing["record"]): string {
  const text = JSON.stringify(record);
  return text.length > LONGEST_RECORD ? `${text.slice(0, LONGEST_RECORD)}…` : text;
}
