import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import type { StageContext, Tried } from "./stage-context.ts";

const INSTRUCTIONS = `Records are to be made up for a database that has none, so that a question about it can be answered. Say what the answer shall be: a plausible and definite one, in a few sentences, with the numbers that it rests on. It has to follow from a small number of records in the tables below, and from nothing else. Use small numbers, about five to fifteen records in a table.`;

const form = z.object({ answer: z.string().describe("The answer, with its numbers.") });

/** Asks for an answer before there are any records (*Database question answering*, Section 2.2: conjecture). */
export async function conjecture(
  question: string,
  { ask, schema }: Pick<StageContext, "ask" | "schema">,
  problems: readonly string[],
): Promise<Tried<"conjecture">> {
  const { said, problem, unread } = await ask({
    name: "conjecture",
    form,
    instructions: INSTRUCTIONS,
    input: `Tables:\n${asData(schema)}\n\nQuestion: ${question}`,
    example: {
      answer:
        "Crime fiction is lent most, 6 of 12 loans, and to readers of 58 years on average; poetry is lent twice, to readers of 31 years.",
    },
    problems,
  });
  if (problem !== undefined) return { problem, unread };
  const answer = said.answer.trim();
  return answer === "" ? { problem: "There is no answer." } : { made: { answer } };
}
