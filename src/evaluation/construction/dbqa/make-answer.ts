import type { Environment } from "../../../environment/environment.ts";
import { classify } from "./classify.ts";
import { conjecture } from "./conjecture.ts";
import { construct } from "./construct.ts";
import type { ItemLog } from "./item-log.ts";
import { tryStage } from "./make-question.ts";
import type { ScratchDatabase } from "./scratch-database.ts";
import type { StageContext, Tried } from "./stage-context.ts";

/** Records are written once, and after that three times more with what was wrong. */
const MOST_RECORDS = 4;
const RECORDS = ["construct", "conclude"] as const;

export interface AnswerContext extends StageContext {
  readonly scratch: ScratchDatabase;
  /** Answers a question from what is there; the same `attempt` is the same run, gone on with where it was interrupted. */
  readonly conclude: (
    question: string,
    attempt: string,
    environment: Environment,
  ) => Promise<Tried<"conclude">>;
}

/** An answer, records that bear it out, and what these really say (*Database question answering*, Section 2.2). `database`: where the records go. */
export async function makeAnswer(
  question: string,
  database: string,
  log: ItemLog,
  context: AnswerContext,
): Promise<void> {
  const about = { item: log.item, of: question };
  await tryStage(log, "conjecture", question, async (problems) => ({
    ...about,
    stage: "conjecture",
    ...(await conjecture(question, context, problems)),
  }));
  const expected = log.made("conjecture", question)?.answer;
  if (expected === undefined) return;
  await makeRecords({ question, answer: expected }, database, log, context);
  const answer = log.made("conclude", question)?.answer;
  if (answer === undefined) return;
  await tryStage(log, "classify", question, async (problems) => ({
    ...about,
    stage: "classify",
    ...(await classify({ question, answer, conjecture: expected }, context, problems)),
  }));
}

/** Records that do not answer the question are as little use as those that the engine refuses: both are written anew. */
async function makeRecords(
  wanted: { readonly question: string; readonly answer: string },
  database: string,
  log: ItemLog,
  context: AnswerContext,
): Promise<void> {
  const { question } = wanted;
  const about = { item: log.item, of: question };
  while (log.made("conclude", question) === undefined) {
    const tries = log.tries(RECORDS, question);
    const written = log.made("construct", question);
    const last = tries.at(-1);
    if (written !== undefined && last?.made !== undefined) {
      // Somebody may have removed it, and another wording may have been filled in meanwhile.
      context.scratch.fill(database, written.statements);
      const attempt = `${log.item}-${log.count(RECORDS)}`;
      const concluded = await context.scratch.use(database, (environment) =>
        context.conclude(question, attempt, environment),
      );
      log.append({ ...about, stage: "conclude", ...concluded });
    } else if (!log.isSpent("construct", question, MOST_RECORDS)) {
      const before = last?.stage === "conclude" ? (written?.statements ?? []) : [];
      const problems = log.problems(RECORDS, question);
      const made = await construct({ ...wanted, before }, database, context, problems);
      log.append({ ...about, stage: "construct", ...made });
    } else return;
  }
}
