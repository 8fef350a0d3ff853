import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import { type Entity, entity } from "./dbqa-entry.ts";
import { nameIn, type QuestionSeed } from "./draw-seeds.ts";

import { lostEntities, type StageContext, type Tried } from "./stage-context.ts";

const INSTRUCTIONS = `You write questions for a test of assistants that answer from a database with a short report. Write one question of somebody who knows the subject but not the database. To answer it, several queries have to be made and their results compared or drawn together: how something differs between groups, how it changes, what goes along with what. One query alone must not answer it. Everything that it needs is kept in the tables below.
It is about the things given, and about nothing else. Say each of them in plain words, not as the database names it, and list in "entities" the words of your question for it beside its name there.`;

const form = z.object({
  question: z.string().describe("One question, in a sentence or two."),
  entities: z
    .array(entity)
    .describe(
      'What the question is about: "words" exactly as they stand in your question, "name" of the table, or of the column as table.column.',
    ),
});

/** Asks for a question about given tables and columns, so that it is neither broad nor vague (*Database question answering*, Section 2.1). */
export async function control(
  seed: QuestionSeed,
  others: readonly string[],
  { ask, tables, schema }: StageContext,
  problems: readonly string[],
): Promise<Tried<"control">> {
  const { said, problem, unread } = await ask({
    name: "control",
    form,
    instructions: INSTRUCTIONS,
    input: [
      `Tables:\n${asData(schema)}`,
      seed.question === undefined
        ? `The question is about: ${seed.names.join(", ")}`
        : `The question is about the tables and columns that this one is about, and asks for more:\n${asData(seed.question)}`,
    ].join("\n\n"),
    example: {
      question: "How do the number of loans and the ages of readers differ between kinds of books?",
      entities: [
        { words: "loans", name: "loan" },
        { words: "ages of readers", name: "reader.age" },
        { words: "kinds of books", name: "book.kind" },
      ],
    },
    problems,
  });
  if (problem !== undefined) return { problem, unread };
  const question = said.question.trim();
  const entities = said.entities.map(({ words, name }) => ({
    words: words.trim(),
    name: nameIn(name.trim(), tables) ?? name.trim(),
  }));
  const wrong = wrongWith(question, entities, seed, others, { tables });
  return wrong === undefined ? { made: { question, entities } } : { problem: wrong };
}

function wrongWith(
  question: string,
  entities: readonly Entity[],
  { names }: QuestionSeed,
  others: readonly string[],
  { tables }: Pick<StageContext, "tables">,
): string | undefined {
  if (question === "") return "There is no question.";
  if (others.includes(question)) return "That question is there already: ask something else.";
  if (entities.length === 0) return 'List in "entities" what the question is about.';
  const strange = entities.find(({ name }) => nameIn(name, tables) === undefined);
  if (strange !== undefined) return `There is no table or column "${strange.name}".`;
  const [lost] = lostEntities(question, entities);
  if (lost !== undefined) return `"${lost}" does not stand in your question.`;
  const missing = names.find((name) => !entities.some((each) => covers(each.name, name)));
  return missing === undefined
    ? undefined
    : `The question is not about ${missing}: ask about it, and list it in "entities".`;
}

/** A column speaks for its table, but not the other way round. */
const covers = (named: string, wanted: string): boolean =>
  named === wanted || (!wanted.includes(".") && named.startsWith(`${wanted}.`));
