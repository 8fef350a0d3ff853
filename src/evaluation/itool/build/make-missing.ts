import type { ItoolItem } from "../itool-item.ts";
import type { Made, StageContext } from "./builder-stage.ts";
import { checkDraft } from "./check-draft.ts";
import { aboutName, draftForm, WRITER } from "./draft-form.ts";
import { holdsWords, tellingWords } from "./folded-name.ts";

const INSTRUCTIONS = `${WRITER}

Leave the name out: a pronoun or a general word ("his", "that film") stands in its place, as people write who forget that the other cannot know whom they mean. No word of the name may be left, nor a description of it.`;

/** Drops the name (Query when need, Chapter 4: missing information). */
export async function makeMissing(source: ItoolItem, { ask, problems }: StageContext): Promise<Made> {
  const { intended } = source;
  const { said, problem } = await ask({
    name: "missing",
    form: draftForm,
    instructions: INSTRUCTIONS,
    input: aboutName(source.query, intended),
    example: {
      query: "When is his latest film coming out?",
      words: ["his"],
      question: "Whose latest film do you mean?",
      about: ["whose", "person", "director"],
    },
    problems,
  });
  if (problem !== undefined) return { problem };
  const item: ItoolItem = {
    ...source,
    ...said,
    id: `${source.id}-missing`,
    category: "missing",
    reply: intended,
    alternatives: [],
  };
  const wrong = checkDraft(item, source) ?? wordLeft(item, source);
  return wrong === undefined ? { item, notes: [] } : { problem: wrong };
}

function wordLeft({ query, intended }: ItoolItem, source: ItoolItem): string | undefined {
  const times = (text: string, word: string): number =>
    tellingWords(text).filter((each) => each === word).length;
  const left = tellingWords(intended).find(
    (word) => holdsWords(query, word) && times(query, word) >= times(source.query, word),
  );
  return left === undefined ? undefined : `"${left}" of the name is still in the query.`;
}
