import { z } from "zod";
import type { MadeBy } from "./dbqa-entry.ts";
import type { StageContext, Tried } from "./stage-context.ts";
import { lostEntities, wordCount } from "./still-names.ts";

const INSTRUCTIONS = `You shorten questions for a test of assistants that answer from a database. Take out of the question what tells the assistant how to go about it: steps, measures, groupings that follow from the rest, explanations, repetitions. What is asked stays the same, and stays clear to somebody who does not know the database. Keep the words that are given.`;

const form = z.object({ question: z.string().describe("The shorter question.") });

/** Asks for the question without what is too much in it (*Database question answering*, Section 2.1: condense). */
export async function condense(
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
