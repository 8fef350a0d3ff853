import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import { QUESTION_TYPES } from "../../judges/reference-judge.ts";
import type { StageContext, Tried } from "./stage-context.ts";

const INSTRUCTIONS = `You sort questions of a test, and hold the answer to each against what was expected.
- "conclusive": the question demands one outcome. Whoever answers from the same records comes to the same main statement.
- "interpretive": a word of the question has to be given a meaning first ("success", "impact", "notable"), and with another one somebody else may come to another answer that is as good.
In "contradiction", say in a sentence what of the expected answer the given one says otherwise; leave it empty where they agree in all that matters.`;

const form = z.object({
  rationale: z.string().describe("Why, in a sentence: the word that is open, or why none is."),
  type: z.enum(QUESTION_TYPES),
  contradiction: z.string().describe("Empty where there is none."),
});

/** What is sorted: the question, the answer from the records, and what was conjectured. */
export interface Concluded {
  readonly question: string;
  readonly answer: string;
  readonly conjecture: string;
}

/** Asks whether the question demands one outcome (*Database question answering*, Section 2.2), and whether the records came out as they were meant. */
export async function classify(
  { question, answer, conjecture }: Concluded,
  { ask }: Pick<StageContext, "ask">,
  problems: readonly string[],
): Promise<Tried<"classify">> {
  const { said, problem, unread } = await ask({
    name: "classify",
    form,
    instructions: INSTRUCTIONS,
    input: `Question: ${question}\n\nAnswer:\n${asData(answer)}\n\nExpected answer:\n${asData(conjecture)}`,
    example: {
      rationale: "Loans can be counted, and no word has to be given a meaning first.",
      type: "conclusive",
      contradiction: "",
    },
    problems,
  });
  if (problem !== undefined) return { problem, unread };
  const { type, rationale, contradiction } = said;
  if (rationale.trim() === "") return { problem: 'Say in "rationale" why.' };
  return { made: { type, rationale: rationale.trim(), contradiction: contradiction.trim() } };
}
