import { condense } from "./condense.ts";
import { control } from "./control.ts";
import type { DbqaStage, DbqaTry } from "./dbqa-entry.ts";
import type { ItemLog } from "./item-log.ts";
import type { QuestionSeed } from "./question-seed.ts";
import type { StageContext } from "./stage-context.ts";

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
