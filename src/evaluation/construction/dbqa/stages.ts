import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import type { Environment } from "../../../environment/environment.ts";
import { foldText } from "../../../util/fold-text.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { QUESTION_TYPES } from "../../judges/judge.ts";
import type { AskedForm, AskForm } from "../ask-form.ts";
import {
  type DbqaEntry,
  type DbqaStage,
  type Entity,
  entity,
  type ItemLog,
  type MadeBy,
} from "./dbqa-journal.ts";
import { nameIn, type QuestionSeed, type SchemaTable } from "./schema.ts";

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the text contains the words in sequence, in singular or plural. */
function stillNames(text: string, words: string): boolean {
  const said = wordsOf(text);
  const wanted = wordsOf(words);
  return (
    wanted.length > 0 &&
    said.some((_, at) => wanted.every((word, next) => sameButForNumber(said[at + next] ?? "", word)))
  );
}

/** Words for entities that the question does not contain any more. */
export function lostEntities(question: string, entities: readonly Entity[]): readonly string[] {
  return entities.filter(({ words }) => !stillNames(question, words)).map(({ words }) => words);
}

/** Bounds of what a model may put into a scratch database. */
export const SCRATCH_LIMITS = {
  /** INSERT statements of one database. */
  statements: 100,
  /** UTF-16 units of all statements together. */
  characters: 100_000,
  rows: 1000,
} as const;

/** Rows of each table after filling, or the engine's objection, for the next try. */
export type Filled =
  | {
      readonly rows: readonly { readonly table: string; readonly rows: number }[];
      readonly problem?: never;
    }
  | { readonly problem: string; readonly rows?: never };

/**
 * Scratch databases with the schema of a target, for made-up records. The target itself is never written to. The composition root provides them,
 * since it alone knows engines.
 */
export interface ScratchDatabase {
  /** CREATE statements in the SQL that the INSERT statements are to be written in. */
  readonly schema: string;
  /**
   * Makes the database anew, with these records and no others. Nothing but INSERTs of plain values into tables of the schema is run. All of the statements hold, or there
   * is no new database.
   *
   * @throws FuxiError `disk-full`, `store-unavailable`
   */
  fill(database: string, statements: readonly string[]): Filled;
  /** Opens the database as an environment for the duration of `use`. @throws FuxiError as opening does */
  use<Result>(database: string, use: (environment: Environment) => Promise<Result>): Promise<Result>;
}

/**
 * Makes scratch databases of a schema.
 * @throws FuxiError `target-not-supported` for a type that has no counterpart
 */
export type OpenScratchDatabase = (tables: readonly SchemaTable[]) => ScratchDatabase;

/** Common context of the stages in which a model writes. */
export interface StageContext {
  readonly ask: AskForm;
  readonly tables: readonly SchemaTable[];
  readonly scratch: ScratchDatabase;
}

/** The result of a try, or its problem, for the next try. `unread`: number of unreadable replies, after which the stage is not tried again. */
export type Tried<S extends DbqaStage> =
  | { readonly made: MadeBy<S>; readonly problem?: never }
  | { readonly problem: string; readonly unread?: number; readonly made?: never };

/** A stage's request to the model, and the check of its reply. */
interface Asked<S extends DbqaStage, T extends z.ZodObject> extends Omit<AskedForm<T>, "name" | "problems"> {
  check(said: z.infer<T>): Tried<S>;
}

async function askOnce<S extends DbqaStage, T extends z.ZodObject>(
  name: S,
  { check, ...asked }: Asked<S, T>,
  ask: AskForm,
  problems: readonly string[],
): Promise<Tried<S>> {
  const { said, problem, unread } = await ask({ name, ...asked, problems });
  return problem === undefined ? check(said) : { problem, unread };
}

/** The first and two more. */
const MOST_TRIES = 3;

/**
 * Tries a stage until it succeeds, at most three times; each try knows the problems of the earlier ones. Tries in the journal count, so that nothing is asked
 * twice. Undefined if all failed.
 */
async function tryStage<S extends DbqaStage, T extends z.ZodObject>(
  log: ItemLog,
  stage: S,
  of: string | undefined,
  ask: AskForm,
  asked: Asked<S, T>,
): Promise<MadeBy<S> | undefined> {
  while (log.made(stage, of) === undefined && !log.isSpent(stage, of, MOST_TRIES))
    log.append(entryOf(log, stage, of, await askOnce(stage, asked, ask, log.problems([stage], of))));
  return log.made(stage, of);
}

/** As the journal has it. */
export function entryOf<S extends DbqaStage>(
  { item }: ItemLog,
  stage: S,
  of: string | undefined,
  tried: Tried<S>,
): DbqaEntry {
  return { item, ...(of === undefined ? {} : { of }), stage, ...tried } as DbqaEntry;
}

/**
 * Writes a question about the seed, and shortens it (*Database question answering*, Section 2.1: control, condense).
 * `others`: existing questions.
 */
export async function makeQuestion(
  seed: QuestionSeed,
  log: ItemLog,
  others: readonly string[],
  { ask, tables, scratch }: StageContext,
): Promise<void> {
  const controlled = await tryStage(log, "control", undefined, ask, {
    form: z.object({
      question: z.string().describe("One question, in a sentence or two."),
      entities: z
        .array(entity)
        .describe(
          'What the question is about: "words" exactly as they stand in your question, "name" of the table, or of the column as table.column.',
        ),
    }),
    instructions: `You write questions for a test of assistants that answer from a database with a short report. Write one question of somebody who knows the subject but not the database. To answer it, several queries have to be made and their results compared or drawn together: how something differs between groups, how it changes, what goes along with what. One query alone must not answer it. Everything that it needs is kept in the tables below.
It is about the things given, and about nothing else. Say each of them in plain words, not as the database names it, and list in "entities" the words of your question for it beside its name there.`,
    input: [
      `Tables:\n${asData(scratch.schema)}`,
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
    check(said) {
      const question = said.question.trim();
      const entities = said.entities.map(({ words, name }) => ({
        words: words.trim(),
        name: nameIn(name.trim(), tables) ?? name.trim(),
      }));
      const problem = wrongWith(question, entities, seed, others, tables);
      return problem === undefined ? { made: { question, entities } } : { problem };
    },
  });
  if (controlled === undefined) return;
  const { question, entities } = controlled;
  await tryStage(log, "condense", undefined, ask, {
    form: z.object({ question: z.string().describe("The shorter question.") }),
    instructions: `You shorten questions for a test of assistants that answer from a database. Take out of the question what tells the assistant how to go about it: steps, measures, groupings that follow from the rest, explanations, repetitions. What is asked stays the same, and stays clear to somebody who does not know the database. Keep the words that are given.`,
    input: `Question: ${question}\nWords to keep: ${entities.map(({ words }) => words).join("; ")}`,
    example: { question: "How do loans and ages of readers differ between kinds of books?" },
    check(said) {
      const shorter = said.question.trim();
      const [lost] = lostEntities(shorter, entities);
      if (lost !== undefined) return { problem: `"${lost}" no longer stands in the question: keep it.` };
      const [now, before] = [wordsOf(shorter).length, wordsOf(question).length];
      if (now < before) return { made: { question: shorter } };
      return { problem: `The question has ${now} words and had ${before}: it has to be shorter.` };
    },
  });
}

function wrongWith(
  question: string,
  entities: readonly Entity[],
  { names }: QuestionSeed,
  others: readonly string[],
  tables: readonly SchemaTable[],
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

/** Whether a name covers a wanted one. A column covers its table, but not vice versa. */
const covers = (named: string, wanted: string): boolean =>
  named === wanted || (!wanted.includes(".") && named.startsWith(`${wanted}.`));

/** An answer before there are any records (*Database question answering*, Section 2.2: conjecture). */
export async function conjecture(
  question: string,
  log: ItemLog,
  { ask, scratch }: StageContext,
): Promise<string | undefined> {
  const made = await tryStage(log, "conjecture", question, ask, {
    form: z.object({ answer: z.string().describe("The answer, with its numbers.") }),
    instructions: `Records are to be made up for a database that has none, so that a question about it can be answered. Say what the answer shall be: a plausible and definite one, in a few sentences, with the numbers that it rests on. It has to follow from a small number of records in the tables below, and from nothing else. Use small numbers, about five to fifteen records in a table.`,
    input: `Tables:\n${asData(scratch.schema)}\n\nQuestion: ${question}`,
    example: {
      answer:
        "Crime fiction is lent most, 6 of 12 loans, and to readers of 58 years on average; poetry is lent twice, to readers of 31 years.",
    },
    check({ answer }) {
      return answer.trim() === "" ? { problem: "There is no answer." } : { made: { answer: answer.trim() } };
    },
  });
  return made?.answer;
}

/** The answer that the records shall support. */
export interface Conjectured {
  readonly question: string;
  readonly answer: string;
  /** Statements of an earlier, unsuitable try. */
  readonly before: readonly string[];
}

/** Asks for records that bear out the conjecture, and fills the scratch database with them (*Database question answering*, Section 2.2: construct). */
export async function construct(
  { question, answer, before }: Conjectured,
  database: string,
  { ask, scratch }: StageContext,
  problems: readonly string[],
): Promise<Tried<"construct">> {
  const asked: Asked<"construct", z.ZodObject<{ statements: z.ZodArray<z.ZodString> }>> = {
    form: z.object({
      statements: z.array(z.string()).describe("The INSERT statements, one for each table."),
    }),
    instructions: `You fill an empty SQLite database with made-up records, so that an answer follows from them. Write INSERT statements, and nothing but these, each as INSERT INTO table (columns) VALUES (…), (…) with plain values: no functions, no subqueries. At most ${SCRATCH_LIMITS.statements} statements and ${SCRATCH_LIMITS.rows} rows in all. Keys are unique, and whatever they point to is there. Count and sum the records before you send them: the numbers of the answer have to come out. Add a few records beside those that the answer needs, where they do not change it. Fill each table that the question needs.`,
    input: [
      `Tables:\n${asData(scratch.schema)}`,
      `Question: ${question}`,
      `Answer that shall follow:\n${asData(answer)}`,
      ...(before.length === 0 ? [] : [`Records that did not do:\n${asData(before.join("\n"))}`]),
    ].join("\n\n"),
    example: {
      statements: [
        "INSERT INTO book (id, title, kind) VALUES (1, 'Night Train', 'crime'), (2, 'Reeds', 'poetry')",
        "INSERT INTO loan (id, book_id, lent_on) VALUES (1, 1, '2024-03-01'), (2, 1, '2024-04-11')",
      ],
    },
    check(said) {
      const statements = said.statements.map((each) => each.trim()).filter((each) => each !== "");
      const { rows, problem } = scratch.fill(database, statements);
      return problem === undefined ? { made: { statements, rows: [...rows] } } : { problem };
    },
  };
  return await askOnce("construct", asked, ask, problems);
}

/** Whether the question demands one outcome (*Database question answering*, Section 2.2: classify), and whether the records came out as they were meant. */
export async function classify(
  question: string,
  { answer, expected }: { readonly answer: string; readonly expected: string },
  log: ItemLog,
  { ask }: StageContext,
): Promise<void> {
  await tryStage(log, "classify", question, ask, {
    form: z.object({
      rationale: z.string().describe("Why, in a sentence: the word that is open, or why none is."),
      type: z.enum(QUESTION_TYPES),
      contradiction: z.string().describe("Empty where there is none."),
    }),
    instructions: `You sort questions of a test, and hold the answer to each against what was expected.
- "conclusive": the question demands one outcome. Whoever answers from the same records comes to the same main statement.
- "interpretive": a word of the question has to be given a meaning first ("success", "impact", "notable"), and with another one somebody else may come to another answer that is as good.
In "contradiction", say in a sentence what of the expected answer the given one says otherwise; leave it empty where they agree in all that matters.`,
    input: `Question: ${question}\n\nAnswer:\n${asData(answer)}\n\nExpected answer:\n${asData(expected)}`,
    example: {
      rationale: "Loans can be counted, and no word has to be given a meaning first.",
      type: "conclusive",
      contradiction: "",
    },
    check({ type, rationale, contradiction }) {
      if (rationale.trim() === "") return { problem: 'Say in "rationale" why.' };
      return { made: { type, rationale: rationale.trim(), contradiction: contradiction.trim() } };
    },
  });
}
