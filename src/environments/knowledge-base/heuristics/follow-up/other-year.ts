import type { PreviousRun } from "../../../../environment/task.ts";
import { type Interpretation, interpretQuestion } from "../interpret-question.ts";
import type { ReadingSession } from "../reading-session.ts";
import { applySettled } from "../settled/apply-settled.ts";

const YEAR = /(?<![\p{L}\p{N}-])\d{4}(?![\p{L}\p{N}-])/gu;
const AFTER = /^(?:in )?(?:the (?:year after|next year|following year)|(?:a|one|1) year later)(?: that)?$/iu;
const BEFORE =
  /^(?:in )?(?:the (?:year before|previous year|preceding year)|(?:a|one|1) year (?:earlier|before))(?: that)?$/iu;
const GIVEN = /^(?:in|from|of|for)?\s*(\d{4})$/iu;

/** "And the year after?", "and in 2011?": the previous question with that year. Undefined where it has none, or several. */
export async function otherYear(
  rest: string,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const [only, ...more] = previous.question.matchAll(YEAR);
  if (only === undefined || more.length > 0) return undefined;
  const given = GIVEN.exec(rest)?.[1];
  const step = AFTER.test(rest) ? 1 : BEFORE.test(rest) ? -1 : undefined;
  const year = given ?? (step === undefined ? undefined : String(Number(only[0]) + step));
  if (year === undefined) return undefined;
  const question =
    previous.question.slice(0, only.index) + year + previous.question.slice(only.index + only[0].length);
  const found = await interpretQuestion(
    await applySettled(question, previous.settled ?? [], session),
    session,
  );
  return found.understood
    ? { ...found, assumptions: [`The question was read as: "${question}"`, ...found.assumptions] }
    : found;
}
