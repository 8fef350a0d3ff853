import type { PreviousRun } from "../../../../environment/task.ts";
import { type Interpretation, interpretQuestion } from "../interpret-question.ts";
import type { ReadingSession } from "../reading-session.ts";
import { applySettled } from "../settled/apply-settled.ts";

const COUNTING =
  /^(?:how many|count)(?: of)?(?: (?:them|those|these|they|that|it))?(?: (?:are there|were there|are they|are those|is that|in total|altogether))*$/iu;

/** "How many of them?": the number of what the previous question asked for. */
export async function howManyOfThem(
  rest: string,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  if (!COUNTING.test(rest)) return undefined;
  const said = await applySettled(previous.question, previous.settled ?? [], session);
  return interpretQuestion(said, session, (parses) =>
    parses.map(({ value, cost }) => ({
      cost,
      value: value.is === "how-many" ? value : { is: "how-many", of: value },
    })),
  );
}
