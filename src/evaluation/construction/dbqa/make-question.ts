import { z } from "zod";
import { control } from "./control.ts";
import type { DbqaStage, DbqaTry, MadeBy } from "./dbqa-entry.ts";
import type { QuestionSeed } from "./draw-seeds.ts";
import type { ItemLog } from "./item-log.ts";
import { lostEntities, type StageContext, type Tried, wordCount } from "./stage-context.ts";

const INSTRUCTIONS = `You shorten questions for a test of assistants that answer from a database. Take out of the question what tells the assistant how to go about it: steps, measures, groupings that follow from the rest, explanations, repetitions. What is asked stays the same, and stays clear to somebody who does not know the database. Keep the words that are given.`;

const form = z.object({ question: z.string().describe("The shorter question.") });

/** Asks for the question without what is too much in it (*Database question answering*, Section 2.1: condense). */
async function condense(
  { question, entities }: MadeBy<"control">,
  { ask }: Pick<StageContext, "ask">,
  problems: readonly string[],
): Promise<Tried<"condense">> {
  const { said, problem, unread } = await ask({
    name: "condense",
    form,
    instructions: INSTRUCTIONS,
    input: `Question: ${question}\nWords to keep: ${entities.map(({ words }) => words).join("; ")}`,
    example: { question: "How do loans and ages of readers differ between kinds of books?" },
    problems,
  });
  if (problem !== undefined) return { problem, unread };
  const shorter = said.question.trim();
  const [lost] = lostEntities(shorter, entities);
  if (lost !== undefined) return { problem: `"${lost}" no longer stands in the question: keep it.` };
  const [now, before] = [wordCount(shorter), wordCount(question)];
  if (now >= before)
    return { problem: `The question has ${now} words and had ${before}: it has to be shorter.` };
  return { made: { question: shorter } };
}

/** The first and two more. */
const MOST_TRIES = 3;

/**
 * Has a stage tried until it makes something; what was wrong is told to whoever tries again. What the journal has counts, so that nothing is asked twice. False where no try
 * came to anything.
 */
export async function tryStage(
  log: ItemLog,
  stage: DbqaStage,
  of: string | undefined,
  attempt: (problems: readonly string[]) => Promise<DbqaTry>,
): Promise<boolean> {
  while (log.made(stage, of) === undefined) {
    if (log.isSpent(stage, of, MOST_TRIES)) return false;
    log.append(await attempt(log.problems([stage], of)));
  }
  return true;
}

/** A question about the seed, and the same without what is too much in it (*Database question answering*, Section 2.1). `others`: questions that are there. */
export async function makeQuestion(
  seed: QuestionSeed,
  log: ItemLog,
  others: readonly string[],
  context: StageContext,
): Promise<void> {
  const { item } = log;
  await tryStage(log, "control", undefined, async (problems) => ({
    ...{ item, stage: "control" },
    ...(await control(seed, others, context, problems)),
  }));
  const controlled = log.made("control");
  if (controlled === undefined) return;
  await tryStage(log, "condense", undefined, async (problems) => ({
    ...{ item, stage: "condense" },
    ...(await condense(controlled, context, problems)),
  }));
}
